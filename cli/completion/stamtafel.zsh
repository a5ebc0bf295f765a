#compdef stamtafel
# Completion of the words of `stamtafel` in zsh: the program itself says what may follow.

_stamtafel() {
  local line word about files
  local -a whole open
  for line in "${(@f)$("${words[1]}" complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    word=${line%%$'\t'*}
    about=${${line#$word}#$'\t'}
    case $word in
      '') ;;
      :files) files=_files ;;
      :folders) files='_files -/' ;;
      # What goes on: name=value, bot:setting.
      *[=:]) open+=("${word//:/\\:}${about:+:$about}") ;;
      *) whole+=("${word//:/\\:}${about:+:$about}") ;;
    esac
  done
  (( $#whole )) && _describe -t words stamtafel whole -Q
  (( $#open )) && _describe -t words stamtafel open -Q -S ''
  if [[ -n $files ]]; then
    compset -P '*[=]'
    ${=files}
  fi
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _stamtafel "$@"
else
  compdef _stamtafel stamtafel
fi
