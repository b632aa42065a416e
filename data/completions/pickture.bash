# Completion of pickture(1) for bash.

# The words of a comma list that are not in it, each behind what is typed before the last comma.
_pickture_list() {
    local done="" word
    [[ $cur == *,* ]] && done="${cur%,*},"
    COMPREPLY=()
    for word in "$@"; do
        [[ ",$done" == *",$word,"* ]] && continue
        [[ $done$word == "$cur"* ]] && COMPREPLY+=("$done$word")
    done
    compopt -o nospace 2>/dev/null
}

_pickture() {
    local cur prev words cword split
    _init_completion -s -n : 2>/dev/null || {
        cur=${COMP_WORDS[COMP_CWORD]}
        prev=${COMP_WORDS[COMP_CWORD - 1]}
        if [[ $prev == "=" ]]; then
            prev=${COMP_WORDS[COMP_CWORD - 2]}
        elif [[ $cur == "=" ]]; then
            cur=""
        fi
    }

    case $prev in
        --sources) _pickture_list camera library album; return ;;
        --media) _pickture_list photo live video; return ;;
        --sort) mapfile -t COMPREPLY < <(compgen -W "newest oldest name none" -- "$cur"); return ;;
        --format) mapfile -t COMPREPLY < <(compgen -W "plain uri json" -- "$cur"); return ;;
        --crop) mapfile -t COMPREPLY < <(compgen -W "free 1:1 4:3 3:2 16:9" -- "$cur"); return ;;
        --camera)
            mapfile -t COMPREPLY < <(compgen -W "none test-pattern" -- "$cur"; compgen -G "/dev/video*")
            return
            ;;
        --mime)
            mapfile -t COMPREPLY < <(compgen -W "image/* image/jpeg image/png image/webp image/heif \
                image/avif image/gif image/tiff video/*" -- "$cur")
            return
            ;;
        --output-dir | --capture-dir)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -d -- "$cur")
            return
            ;;
        --preselect)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            return
            ;;
        --max | --min | --filter | --size | --separator | --title | --accept-label | --parent | --timeout)
            return
            ;;
    esac

    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "--pick --list --make-thumbnails --doctor --help --help-all
            --version --max --min --multiple --sources --ask --media --filter --mime --with-location
            --hidden --no-recursive --sort --preselect --crop --size --output-dir --capture-dir --camera
            --format --print0 --read0 --separator --title --accept-label --parent --timeout" -- "$cur")
        return
    fi
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}

complete -F _pickture pickture
