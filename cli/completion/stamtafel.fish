# Completion of the words of `stamtafel` in fish: the program itself says what may follow.

function __stamtafel_complete
    set -l words (commandline -opc) (commandline -ct)
    # Files may stand behind a name: game=file.
    set -l settled (string match -rg '^(.*=)' -- $words[-1]; or echo '')
    for line in ($words[1] complete $words[2..-1] 2>/dev/null)
        switch $line
            case :files
                for path in (__fish_complete_path (string replace -- "$settled" '' $words[-1]))
                    echo $settled$path
                end
            case :folders
                for path in (__fish_complete_directories (string replace -- "$settled" '' $words[-1]))
                    echo $settled$path
                end
            case '*'
                echo $line
        end
    end
end

complete -c stamtafel -f -a '(__stamtafel_complete)'
