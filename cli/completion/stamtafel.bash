# Completion of the words of `stamtafel` in bash: the program itself says what may follow.

_stamtafel() {
  local line=${COMP_LINE:0:COMP_POINT} words word replaced offered
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  word=${words[-1]}
  # bash takes = and : for the beginning of a word, and replaces what stands behind them.
  replaced=${word##*[=:]}
  local settled=${word%"$replaced"}

  COMPREPLY=()
  while IFS=$'\t' read -r offered _; do
    case $offered in
      :files) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$replaced") && compopt -o filenames ;;
      :folders) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$replaced") && compopt -o filenames ;;
      *) COMPREPLY+=("${offered#"$settled"}") ;;
    esac
  done < <("${COMP_WORDS[0]}" complete "${words[@]:1}" 2>/dev/null)
  # What goes on: name=value, bot:setting.
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:] ]] && compopt -o nospace
  return 0
} 2>/dev/null

complete -F _stamtafel stamtafel
