// Completion: what the program offers, and that the shells ask for it and understand the answer.
#include "cli/completion.h"

#include "cli/commands.h"
#include "cli/testing.h"

namespace cli_test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string_view line : engine::split(text, '\n')) {
    if (!line.empty()) lines.emplace_back(line.substr(0, line.find('\t')));
  }
  return lines;
}

// What is offered for the line; the last word is being typed.
std::vector<std::string> offered(const std::string& line) {
  std::vector<std::string> words{"complete"};
  for (const std::string_view word : engine::split(line, ' ')) words.emplace_back(word);
  if (line.empty() || line.ends_with(' ')) words.emplace_back();
  const Ran ran = stamtafel(words);
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, IsEmpty());
  return lines_of(ran.out);
}

void for_each_option(const CLI::App& command,
                     const std::function<void(const CLI::App&, const CLI::Option&)>& body) {
  for (const CLI::Option* option : command.get_options()) body(command, *option);
  for (const CLI::App* sub : command.get_subcommands({})) for_each_option(*sub, body);
}

TEST(Completion, KnowsWhatEveryOptionTakes) {
  CLI::App app;
  int code = 0;
  cli::add_commands(app, code);
  int seen = 0;
  for_each_option(app, [&](const CLI::App& command, const CLI::Option& option) {
    EXPECT_EQ(cli::unknown_kind(option), "")
        << command.get_name() << " " << option.get_name(true)
        << ": tell completion.cpp what to offer for it, or that there is nothing";
    ++seen;
  });
  EXPECT_GT(seen, 150);
}

TEST(Completion, OffersCommandsAndTheirOwn) {
  EXPECT_THAT(offered(""), IsSupersetOf({"play", "serve", "help", "completion"}));
  EXPECT_THAT(offered(""), Not(Contains("complete")));
  EXPECT_THAT(offered("sim"), ElementsAre("simulate"));
  EXPECT_THAT(offered("data "), IsSupersetOf({"backup", "restore", "forget"}));
  EXPECT_THAT(offered("help ar"), ElementsAre("arena"));
  EXPECT_THAT(offered("completion "), ElementsAre("bash", "zsh", "fish"));
  EXPECT_THAT(offered("nonsense "), IsEmpty());
}

TEST(Completion, OffersOptionsOnceAndNoHiddenOnes) {
  EXPECT_THAT(offered("serve --no"), Not(Contains("--no-limits")));
  EXPECT_THAT(offered("serve --po"), ElementsAre("--port"));
  EXPECT_THAT(offered("serve --port 80 --po"), IsEmpty());
  EXPECT_THAT(offered("serve --origin a --ori"), ElementsAre("--origin")) << "may be repeated";
  EXPECT_THAT(offered("admin status --so"), ElementsAre("--socket")) << "of the command above";
  EXPECT_THAT(offered("--ver"), ElementsAre("--version"));
}

TEST(Completion, OffersGamesAndWhatTheyHave) {
  EXPECT_THAT(offered("play "), IsSupersetOf({"koenig", "taverna"}));
  EXPECT_THAT(offered("arena gold"), ElementsAre("goldbraeu"));
  EXPECT_THAT(offered("arena s"), ElementsAre("show"));
  EXPECT_THAT(offered("play koenig k"), IsEmpty()) << "one game is enough";
  EXPECT_THAT(offered("new koenig --variants deck"), ElementsAre("deck_size="));
  EXPECT_THAT(offered("new koenig --variants deck_size=6"), Contains("deck_size=64"));
  EXPECT_THAT(offered("new koenig --variants deck_size=64,ba"), ElementsAre("deck_size=64,bank="));
  EXPECT_THAT(offered("new koenig --variants=deck_size=6"), Contains("--variants=deck_size=64"));
  EXPECT_THAT(offered("new --variants d"), IsEmpty()) << "of which game?";
  EXPECT_THAT(offered("learn koenig the"), Contains("the-first-toast"));
  EXPECT_THAT(offered("position x.json koenig --view p"), ElementsAre("purple"));
}

TEST(Completion, OffersBotsWithTheirSettings) {
  EXPECT_THAT(offered("arena koenig --bots "), IsSupersetOf({"random", "greedy", "search"}));
  EXPECT_THAT(offered("arena koenig --bots greedy,se"), ElementsAre("greedy,search"));
  EXPECT_THAT(offered("arena koenig --bots search:le"), ElementsAre("search:level="));
  EXPECT_THAT(offered("arena koenig --bots search:ms=9,level=reg"),
              ElementsAre("search:ms=9,level=regular"));
  EXPECT_THAT(offered("arena koenig --bots=search:ms=9,ra"),
              ElementsAre("--bots=search:ms=9,random"));
  EXPECT_THAT(offered("arena koenig --bots greedy,ms"), IsEmpty());
  EXPECT_THAT(offered("train koenig --teacher search:policy="), ElementsAre(":files"));
  EXPECT_THAT(offered("play koenig --seats human,hu"), ElementsAre("human,human"));
}

TEST(Completion, OffersWordsAndFilesWhereTheyBelong) {
  EXPECT_THAT(offered("play --speed s"), ElementsAre("slow"));
  EXPECT_THAT(offered("serve --log j"), ElementsAre("json"));
  EXPECT_THAT(offered("games --lang "), ElementsAre("en", "nl", "de", "fr"));
  EXPECT_THAT(offered("replay "), ElementsAre(":files"));
  EXPECT_THAT(offered("replay x.record y"), IsEmpty());
  EXPECT_THAT(offered("serve --backup "), ElementsAre(":folders"));
  EXPECT_THAT(offered("serve --edition koe"), ElementsAre("koenig="));
  EXPECT_THAT(offered("serve --edition koenig=mi"), ElementsAre(":files"));
  EXPECT_THAT(offered("serve --port "), IsEmpty());
  EXPECT_THAT(offered("serve --proxy --po"), ElementsAre("--port")) << "its number may be missing";
  EXPECT_THAT(offered("check a.case b"), ElementsAre(":files")) << "as many as one likes";
  EXPECT_THAT(offered("admin list p"), ElementsAre("people"));
}

TEST(Completion, AShellThatIsNoneIsRefused) {
  EXPECT_EQ(stamtafel({"completion", "csh"}).code, 2);
  EXPECT_EQ(stamtafel({"completion"}).code, 2);
}

// A folder with the program's own name and script in it, and a file to complete.
class Shells : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_symlink(STAMTAFEL_COMMAND, folder_.at("stamtafel"));
    folder_.file("mine.json", "{}");
    fs::create_directory(folder_.at("minefield"));
  }
  // What the script prints in that folder, the program on PATH.
  std::vector<std::string> ran(const std::string& shell, const std::string& script) {
    const std::string file = folder_.file("script", script);
    const std::string line = "cd " + quoted(folder_.at("")) + " && PATH=" + quoted(folder_.at("")) +
                             ":$PATH LC_ALL=C.UTF-8 HOME=" + quoted(folder_.at("")) + " " + shell +
                             " " + file + " > out 2> err";
    EXPECT_EQ(std::system(line.c_str()), 0) << slurp(folder_.at("err"));
    return lines_of(slurp(folder_.at("out")));
  }
  // bash calls the function with the line in variables.
  std::vector<std::string> bash(const std::string& line) {
    return ran("bash --norc",
               "source <(stamtafel completion bash)\n"
               "COMP_LINE=" +
                   quoted(line) +
                   "\nCOMP_POINT=${#COMP_LINE}\n"
                   "COMP_WORDS=(stamtafel)\n"
                   "complete -p stamtafel >&2\n"
                   "_stamtafel\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
  }
  std::vector<std::string> fish(const std::string& line) {
    return ran("fish --no-config",
               "stamtafel completion fish | source\ncomplete -C " + quoted(line) + "\n");
  }
  // zsh completes in a terminal alone. What shows there after the Tab key, as soon as it is what is
  // wanted.
  std::vector<std::string> zsh(const std::string& line, const std::string& wanted) {
    return ran("bash --norc",
               "t() { env -u TMUX tmux -u -f /dev/null -L stamtafel-test-zsh-$$ \"$@\"; }\n"
               "shows() { for ((i = 0; i < 300; ++i)); do\n"
               "  t capture-pane -p >seen; grep -qF -- \"$1\" seen && break; sleep 0.05; done; }\n"
               "t new-session -d -x 120 -y 24 'zsh -f'\n"
               "t send-keys 'autoload -Uz compinit && compinit -u -D && "
               "source <(stamtafel completion zsh) && clear && print rea\"\"dy' Enter\n"
               "shows ready\n"
               "t send-keys -l " +
                   quoted(line) +
                   "\n"
                   "t send-keys Tab\nshows " +
                   quoted(wanted) +
                   "\n"
                   "t kill-server\ncat seen\n");
  }

  Folder folder_;
};

TEST_F(Shells, BashCompletes) {
  EXPECT_THAT(bash("stamtafel simu"), ElementsAre("simulate"));
  EXPECT_THAT(bash("stamtafel play go"), ElementsAre("goldbraeu"));
  EXPECT_THAT(bash("stamtafel new koenig --variants deck_size=6"), Contains("64"))
      << "what stands before = stays";
  EXPECT_THAT(bash("stamtafel arena koenig --bots search:le"), ElementsAre("level="));
  EXPECT_THAT(bash("stamtafel replay mi"), ElementsAre("mine.json", "minefield"));
  EXPECT_THAT(bash("stamtafel serve --backup mi"), ElementsAre("minefield"));
  EXPECT_THAT(bash("stamtafel serve --edition koenig=mine."), ElementsAre("mine.json"));
  EXPECT_THAT(bash("stamtafel quux "), IsEmpty());
}

TEST_F(Shells, FishCompletes) {
  EXPECT_THAT(fish("stamtafel simu"), ElementsAre("simulate"));
  EXPECT_THAT(fish("stamtafel play go"), ElementsAre("goldbraeu"));
  EXPECT_THAT(fish("stamtafel new koenig --variants deck_size=6"), Contains("deck_size=64"));
  EXPECT_THAT(fish("stamtafel replay mi"), ElementsAre("mine.json", "minefield/"));
  EXPECT_THAT(fish("stamtafel serve --backup mi"), ElementsAre("minefield/"));
  EXPECT_THAT(fish("stamtafel serve --edition koenig=mine."), ElementsAre("koenig=mine.json"));
}

TEST_F(Shells, ZshCompletes) {
  for (const auto& [line, wanted] : std::vector<std::pair<std::string, std::string>>{
           {"stamtafel simu", "stamtafel simulate"},
           {"stamtafel play go", "stamtafel play goldbraeu"},
           {"stamtafel play ", "Draco & Co"},
           {"stamtafel arena koenig --bots search:le", "search:level="},
           {"stamtafel new koenig --variants deck_si", "deck_size="},
           {"stamtafel replay mine.", "replay mine.json"},
           {"stamtafel serve --edition koenig=mine.", "koenig=mine.json"},
           {"stamtafel serve --backup mine", "minefield/"}}) {
    EXPECT_THAT(zsh(line, wanted), Contains(HasSubstr(wanted))) << line;
  }
}

}  // namespace
}  // namespace cli_test
