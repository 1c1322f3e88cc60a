# bash completion for fathom; made from the option table by fathom_docs.
_fathom() {
    local word=${COMP_WORDS[COMP_CWORD]} option words=""
    COMPREPLY=()
    if [[ $word == "=" ]]; then
        option=${COMP_WORDS[COMP_CWORD - 1]} word=""
    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == "=" ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    else
        option=${COMP_WORDS[COMP_CWORD - 1]}
    fi
    case $option in
        --ioengine | --enghelp)
            words="cpuio falloc filecreate filedelete filestat ftruncate io_uring libaio mmap null posixaio psync pvsync pvsync2 sync vsync" ;;
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
    esac
    if [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "--output= --output-format= --minimal --append-terse --terse-version= --version --help --cmdhelp --enghelp --showcmd --parse-only --section= --readonly --warnings-fatal --eta= --eta-interval= --eta-newline= --max-jobs= --alloc-size= --debug= --description= --name= --wait_for= --loops= --runtime= --time_based --ramp_time= --startdelay= --clocksource= --numjobs= --thread --stonewall --new_group --exitall --exit_what= --exitall_on_error --exec_prerun= --exec_postrun= --nice= --prio= --prioclass= --priohint= --cpumask= --cpus_allowed= --cpus_allowed_policy= --numa_cpu_nodes= --numa_mem_policy= --uid= --gid= --kb_base= --unit_base= --filename= --directory= --filename_format= --unique_filename= --nrfiles= --openfiles= --file_service_type= --fallocate= --fadvise_hint= --create_serialize= --create_fsync= --create_on_open= --create_only= --allow_file_create= --allow_mounted_write= --overwrite= --file_append= --unlink= --unlink_each_loop= --pre_read= --invalidate= --fsync= --fdatasync= --sync_file_range= --end_fsync= --fsync_on_close= --rw= --rw_sequencer= --rwmixread= --rwmixwrite= --size= --io_size= --filesize= --offset= --offset_align= --offset_increment= --number_ios= --bs= --ba= --bsrange= --randrepeat= --allrandrepeat= --randseed= --norandommap --softrandommap= --random_generator= --percentage_random= --ioengine= --iodepth= --iodepth_batch= --iodepth_batch_complete_min= --iodepth_batch_complete_max= --iodepth_low= --io_submit_mode= --direct= --buffered= --atomic= --sync= --write_barrier= --zero_buffers --refill_buffers --scramble_buffers= --mem= --iomem_align= --hugepage-size= --lockmem= --group_reporting --stats= --clat_percentiles= --lat_percentiles= --slat_percentiles= --percentile_list= --disk_util= --gtod_reduce= --disable_lat= --disable_clat= --disable_slat= --disable_bw_measurement= --bwavgtime= --iopsavgtime= --cpuload= --cpumode= --cpuchunks= --exit_on_io_done= --stat_type= --hipri --fixedbufs --registerfiles --sqthread_poll --sqthread_poll_cpu= --nonvectored= --uncached= --nowait= --force_async= --cmdprio_percentage= --cmdprio_class= --cmdprio_hint= --cmdprio= --cmdprio_bssplit= --userspace_reap --nowait= --cmdprio_percentage= --cmdprio_class= --cmdprio_hint= --cmdprio= --cmdprio_bssplit= --thp= --hipri --hipri_percentage= --uncached= --nowait=" -- "$word")
        [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -F _fathom fathom
