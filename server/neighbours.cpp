#include "server/neighbours.h"

namespace server {
namespace {

constexpr std::chrono::milliseconds kEvery{1000};
// What the others don't know of is done no more a while before they would do it.
constexpr std::chrono::milliseconds kMargin{1000};
constexpr int kListsEvery = 5;      // beats; for those who hear nothing
constexpr int64_t kClockStep = 20;  // milliseconds: less is the way to the database and back

}  // namespace

Neighbours::Neighbours(Context& context, People& people, Clients& clients, Tables& tables,
                       Turns& turns, Post& post, Lobby& lobby, Routes& routes)
    : context_(context),
      people_(people),
      clients_(clients),
      tables_(tables),
      turns_(turns),
      post_(post),
      lobby_(lobby),
      routes_(routes) {
  if (context_.nodes == nullptr) return;
  context_.nodes->on_news([this, alive = context.alive](const auto& all) {
    if (!*alive) return;
    for (const store::Nodes::News& news : all) heard(news);
  });
}

void Neighbours::resume() {
  if (context_.nodes == nullptr) {
    tables_.resume();
  } else {
    beat();
  }
}

void Neighbours::tick() {
  context_.thinking.tick();
  if (context_.nodes == nullptr || asking_) return;
  // Who makes way says so at once.
  const bool leaves = context_.leaving && !context_.handed_over;
  if (leaves || Clock::now() - asked_ >= kEvery) beat();
}

void Neighbours::beat() {
  asking_ = true;
  asked_ = Clock::now();
  store::Nodes::Round round;
  tables_.report(round);
  turns_.report(round.people);
  post_.report(round.sought);
  context_.nodes->beat(std::move(round),
                       [this, alive = context_.alive, asked = asked_,
                        leaves = context_.leaving](const store::Nodes::Beat& beat) {
                         if (!*alive) return;
                         asking_ = false;
                         context_.handed_over = leaves && beat.well;
                         told(beat, asked);
                       });
}

void Neighbours::told(const store::Nodes::Beat& beat, Clock::time_point asked) {
  if (!beat.well) return;
  context_.thinking.told(beat);
  const std::chrono::milliseconds lease(store::Nodes::kLease);
  context_.drives_until = asked + lease - kMargin;
  context_.metrics.nodes = static_cast<uint64_t>(beat.others) + 1;
  context_.others = beat.others > 0;
  if (context_.settings.system_clock) {
    const int64_t ahead = beat.clock - context_.settings.now();
    if (std::abs(ahead - context_.ahead) >= kClockStep) context_.ahead = ahead;
  }
  const bool first = !std::exchange(resumed_, true);
  if (first && !context_.others) tables_.resume();
  tables_.told(beat, beat.fresh && !first);
  for (const std::string& person : beat.elsewhere) post_.came(person);
  if (context_.others && ++beats_ % kListsEvery == 0) lobby_.look_again();
}

void Neighbours::heard(const store::Nodes::News& news) {
  using Is = store::Nodes::News::Is;
  switch (news.is) {
    case Is::kTable: {
      if (news.listed) lobby_.look_again();
      bool wanted = turns_.concerns(news.id);
      for (const std::string& person : news.people) wanted = wanted || turns_.here(person);
      tables_.heard(news.id, news.n, wanted);
      break;
    }
    case Is::kPerson:
      people_.forget_name(news.id);
      routes_.renamed({news.id, people_.name_of(news.id)});
      break;
    case Is::kBlocks:
      people_.blocks().forget(news.id);
      lobby_.look_again();
      break;
    case Is::kDevices:
      log_out(news.id);
      break;
    case Is::kMutes:
      context_.house.read_mutes(context_.store);
      break;
    case Is::kAddresses:
      post_.read_addresses();
      break;
    case Is::kAnswers:
      break;
  }
}

void Neighbours::log_out(const std::string& person) {
  clients_.each([&](Client& client) {
    if (client.me.id != person) return;
    const std::optional<store::Device> device = context_.store.device(client.device);
    if (device && device->token.empty()) client.peer->close(kLoggedOut, "logged out");
  });
}

}  // namespace server
