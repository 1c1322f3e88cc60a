# bash completion for fathom; made from the option table by fathom_docs.
_fathom() {
    local names="
--output= --output-format= --save= --minimal --append-terse --terse-version= --version
--help --cmdhelp --enghelp --showcmd --parse-only --section= --override= --readonly
--warnings-fatal --eta= --eta-interval= --eta-newline= --status-interval= --max-jobs=
--alloc-size= --debug= --profile= --bandwidth-log --inflate-log= --cpuclock-test --crctest
--memcpytest --idle-prof= --trigger-file= --trigger-timeout= --trigger= --aux-path=
--description= --name= --wait_for= --loops= --runtime= --time_based --ramp_time=
--startdelay= --clocksource= --numjobs= --thread --stonewall --new_group --exitall
--exit_what= --exitall_on_error --exec_prerun= --exec_postrun= --nice= --prio= --prioclass=
--priohint= --cpumask= --cpus_allowed= --cpus_allowed_policy= --numa_cpu_nodes=
--numa_mem_policy= --uid= --gid= --kb_base= --unit_base= --filename= --directory=
--filename_format= --unique_filename= --nrfiles= --openfiles= --file_service_type=
--fallocate= --fadvise_hint= --create_serialize= --create_fsync= --create_on_open=
--create_only= --allow_file_create= --allow_mounted_write= --overwrite= --file_append=
--unlink= --unlink_each_loop= --pre_read= --invalidate= --fsync= --fdatasync=
--sync_file_range= --end_fsync= --fsync_on_close= --rw= --rw_sequencer= --rwmixread=
--rwmixwrite= --size= --io_size= --filesize= --offset= --offset_align= --offset_increment=
--number_ios= --bs= --ba= --bsrange= --randrepeat= --allrandrepeat= --randseed=
--norandommap --softrandommap= --random_generator= --percentage_random= --ioengine=
--iodepth= --iodepth_batch= --iodepth_batch_complete_min= --iodepth_batch_complete_max=
--iodepth_low= --io_submit_mode= --direct= --buffered= --atomic= --sync= --zero_buffers
--refill_buffers --scramble_buffers= --mem= --iomem_align= --hugepage-size= --lockmem=
--thinktime= --thinktime_spin= --thinkcycles= --thinktime_blocks= --thinktime_blocks_type=
--thinktime_iotime= --rate= --rate_min= --rate_iops= --rate_iops_min= --rate_process=
--rate_cycle= --rate_ignore_thinktime= --elevator= --elevator_cycle= --hop=
--group_reporting --stats= --clat_percentiles= --lat_percentiles= --slat_percentiles=
--percentile_list= --disk_util= --gtod_reduce= --disable_lat= --disable_clat=
--disable_slat= --disable_bw_measurement= --bwavgtime= --iopsavgtime= --verify=
--write_barrier= --do_verify= --verify_policy= --verify_interval= --verify_offset=
--verify_pattern= --verify_pattern_interval= --verify_fatal= --verify_dump= --verify_async=
--verify_backlog= --verify_backlog_batch= --verify_async_cpus= --experimental_verify=
--verify_state_load= --verify_state_save= --verify_write_sequence= --verify_header_seed=
--trim_percentage= --trim_verify_zero= --trim_backlog= --trim_backlog_batch= --write_iolog=
--read_iolog= --read_iolog_chunked= --replay_no_stall= --replay_redirect= --replay_scale=
--replay_align= --replay_time_scale= --replay_skip= --merge_blktrace_file=
--merge_blktrace_scalars= --merge_blktrace_iters= --zonemode= --zonesize= --zonecapacity=
--zonerange= --zoneskip= --zone_reset_threshold= --zone_reset_frequency=
--recover_zbd_write_error= --write_zone_remainder= --max_latency= --latency_target=
--latency_window= --latency_percentile= --latency_run= --buffer_pattern=
--buffer_compress_percentage= --buffer_compress_chunk= --dedupe_percentage=
--dedupe_global= --dedupe_mode= --dedupe_working_set_percentage= --filetype= --lockfile=
--opendir= --serialize_overlap= --fill_device= --num_range= --bssplit= --bs_unaligned
--bs_is_seq_rand= --sprandom= --spr_num_regions= --spr_op= --spr_cs= --random_distribution=
--random_sequence_stride= --verify_only --ramp_size= --ioscheduler= --read_beyond_wp=
--max_open_zones= --job_max_open_zones= --ignore_zone_limits= --fdp= --dataplacement=
--plid_select= --plids= --dp_scheme= --comm= --write_hint= --gpu_dev_id= --end_syncfs=
--per_job_logs= --write_bw_log= --write_lat_log= --write_iops_log= --log_entries=
--log_avg_msec= --log_hist_msec= --log_hist_coarseness= --write_hist_log=
--log_window_value= --log_offset= --log_prio= --log_issue_time= --log_compression=
--log_compression_cpus= --log_store_compressed= --log_alternate_epoch=
--log_alternate_epoch_clock_id= --block_error_percentiles= --significant_figures=
--gtod_cpu= --job_start_clock_id= --unified_rw_reporting= --continue_on_error=
--ignore_error= --error_dump= --cgroup= --cgroup_nodelete= --cgroup_weight= --flow_id=
--flow= --flow_sleep= --steadystate= --steadystate_duration= --steadystate_ramp_time=
--steadystate_check_interval= --cpuload= --cpumode= --cpuchunks= --exit_on_io_done=
--stat_type= --hipri --fixedbufs --registerfiles --sqthread_poll --sqthread_poll_cpu=
--nonvectored= --uncached= --nowait= --force_async= --cmdprio_percentage= --cmdprio_class=
--cmdprio_hint= --cmdprio= --cmdprio_bssplit= --readfua= --writefua= --write_mode=
--verify_mode= --cmd_type= --cdb_len= --verify_bytchk= --read_mode= --md_per_io_size=
--pi_act= --pi_chk= --apptag= --apptag_mask= --deac= --userspace_reap --libaio_vectored=
--thp= --hipri_percentage= --disk= --cache= --donorname= --inplace= --program= --arguments=
--grace_time= --std_redirect= --volume= --brick= --single-instance= --skip_bad= --uri=
--hostname= --port= --protocol= --nodelay= --listen --pingpong --interface= --ttl=
--window_size= --mss= --clustername= --pool= --clientname= --busy_poll= --conf=
--touch_objects= --rbdname= --rbd_encryption_format= --rbd_encryption_passphrase=
--bindname= --verb= --sg_write_mode= --stream_id= --cont= --chunk_size= --object_class=
--https= --http_host= --http_user= --http_pass= --http_s3_key= --http_s3_keyid=
--http_s3_security_token= --http_swift_auth_token= --http_s3_region=
--http_s3_sse_customer_key= --http_s3_sse_customer_algorithm= --http_s3_storage_class=
--http_mode= --http_verbose= --http_object_mode= --libblkio_driver= --libblkio_path=
--libblkio_pre_connect_props= --libblkio_num_entries= --libblkio_queue_size=
--libblkio_pre_start_props= --libblkio_vectored --libblkio_write_zeroes_on_trim
--libblkio_wait_mode= --libblkio_force_enable_completion_eventfd --gpu_dev_ids= --cuda_io=
--namenode= --hdfsdirectory= --single_instance= --hdfs_use_direct= --rocm_io= --initiator=
--nfs_url= --no_completion_thread --xnvme_be= --xnvme_mem= --xnvme_async= --xnvme_sync=
--xnvme_admin= --xnvme_dev_nsid= --xnvme_dev_subnqn= --xnvme_iovec --device-names= --load=
--test-duration= --threads-per-queue= --read-req-num-512-blocks= --large-block-op-kbytes=
--prep --block= --numruns= --dir= --threads="
    local word=${COMP_WORDS[COMP_CWORD]} option words=""
    COMPREPLY=()
    [[ ${COMP_WORDS[1]} != compare ]] || names+="
--vary= --variant= --rounds= --budget= --precision= --margin= --confidence= --percentiles=
--gate= --fail-on= --aa --seed= --settle= --drop-caches --before= --after= --before-each=
--save= --dry-run --format= --wide --help"
    [[ ${COMP_WORDS[1]} != sweep ]] || names+="
--over= --latency-curve --metric= --vary= --variant= --rounds= --budget= --margin=
--confidence= --fail-on= --seed= --settle= --drop-caches --before= --after= --before-each=
--save= --dry-run --format= --wide --help"
    [[ ${COMP_WORDS[1]} != seek ]] || names+="
--rounds= --budget= --margin= --confidence= --seed= --settle= --drop-caches --before-each=
--save= --dry-run --format= --wide --sizes= --cycle= --order= --range= --requests= --write
--zones --curve --help"
    if [[ $word == "=" ]]; then
        option=${COMP_WORDS[COMP_CWORD - 1]} word=""
    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == "=" ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    else
        option=${COMP_WORDS[COMP_CWORD - 1]}
    fi
    case $option in
        --ioengine | --enghelp)
            words="cpuio falloc filecreate filedelete filestat ftruncate io_uring libaio mmap null posixaio psync pvsync pvsync2 sim sync vsync" ;;
        --cmdhelp)
            words=${names//--/} words=${words//=/} ;;
        --output-format)
            words="normal terse json json+" ;;
        --eta)
            words="always never auto" ;;
        --clocksource)
            words="gettimeofday clock_gettime cpu" ;;
        --exit_what)
            words="group stonewall all" ;;
        --cpus_allowed_policy)
            words="shared split" ;;
        --kb_base)
            words="1024 1000" ;;
        --unit_base)
            words="0 8 1" ;;
        --file_service_type)
            words="roundrobin sequential random zipf pareto normal gauss" ;;
        --fallocate)
            words="none native posix keep truncate 0 1" ;;
        --fadvise_hint)
            words="0 1 random sequential noreuse" ;;
        --sync_file_range)
            words="wait_before write wait_after" ;;
        --rw)
            words="read write trim randread randwrite randtrim rw readwrite randrw trimwrite randtrimwrite" ;;
        --rw_sequencer)
            words="sequential identical" ;;
        --random_generator)
            words="tausworthe lfsr tausworthe64" ;;
        --io_submit_mode)
            words="inline offload" ;;
        --sync)
            words="none 0 sync 1 dsync" ;;
        --mem)
            words="malloc shm shmhuge mmap mmapshared mmaphuge" ;;
        --thinktime_blocks_type)
            words="complete issue" ;;
        --rate_process)
            words="linear poisson" ;;
        --elevator)
            words="none drawn oneway alternating nearest" ;;
        --verify)
            words="0 md5 crc64 crc32 crc32c-intel crc32c crc16 crc7 sha1 sha256 sha512 sha3-224 sha3-256 sha3-384 sha3-512 xxhash meta pattern pattern_hdr null" ;;
        --verify_policy)
            words="completed fsynced" ;;
        --replay_skip)
            words="read write trim sync" ;;
        --zonemode)
            words="none strided zbd" ;;
        --dedupe_mode)
            words="repeat working_set" ;;
        --filetype)
            words="none file block char" ;;
        --lockfile)
            words="none exclusive readwrite" ;;
        --random_distribution)
            words="random zipf pareto normal zoned zoned_abs sequence" ;;
        --dataplacement)
            words="none fdp streams" ;;
        --plid_select)
            words="random roundrobin scheme" ;;
        --write_hint)
            words="none short medium long extreme" ;;
        --log_window_value)
            words="avg max both 0 1" ;;
        --unified_rw_reporting)
            words="none mixed both 0 1 2" ;;
        --continue_on_error)
            words="none read write io verify all 0 1" ;;
        --profile)
            words="tiobench act" ;;
        --steadystate)
            words="iops iops_slope bw bw_slope lat lat_slope" ;;
    esac
    if [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$names" -- "$word")
        [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -F _fathom fathom
