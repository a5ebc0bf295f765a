// What a server gives the page to play without it.
#include <fstream>

#include "bots/nets.h"
#include "games/registry.h"
#include "server/alone_files.h"
#include "server/assets.h"
#include "server/puzzle_sets.h"
#include "server/testing.h"

namespace server_test {
namespace {

TestServer::Adjust with_folder(const Folder& folder) {
  return [&folder](server::ServerOptions& options) { options.settings.alone = folder.at("."); };
}

TEST(Alone, TheModuleIsGivenOutWhereItWasBuilt) {
  const Folder folder;
  TestServer server(folder.at("t.db"), with_folder(folder));
  ASSERT_EQ(server.problem, "");
  Device device(server.port);
  // Not built, or not yet: the page does without.
  EXPECT_EQ(device.get("/alone/about.json").status, 404);
  EXPECT_EQ(device.get("/alone/stamtafel.wasm").status, 404);

  std::ofstream(folder.at("stamtafel.wasm")) << "the module";
  const auto about = device.get("/alone/about.json");
  EXPECT_EQ(about.status, 200);
  EXPECT_THAT(about.body, HasSubstr("\"schema/" + game_id() + ".json\""));
  EXPECT_EQ(device.get("/alone/stamtafel.wasm").body, "the module");
  EXPECT_EQ(device.get("/alone/schema/" + game_id() + ".json").body,
            device.get("/api/games/" + game_id() + "/schema").body);
  EXPECT_EQ(device.get("/alone/puzzles.jsonl").body, server::puzzle_texts());
  // What the module is built without.
  for (const engine::AnyGame* game : games::all()) {
    const std::string file = "nets/" + std::string(game->spec().id) + ".json";
    const std::string net(bots::net_text(*game));
    EXPECT_EQ(about.body.find(file) != std::string::npos, !net.empty()) << file;
    if (net.empty()) continue;
    EXPECT_EQ(device.get("/alone/" + file).body, net);
  }
  // Nothing else of that folder.
  for (const char* path : {"/alone/t.db", "/alone/../t.db", "/alone/", "/alone/schema/chess.json",
                           "/alone/nets/chess.json", "/alone/schema/../../t.db.json"}) {
    EXPECT_NE(device.get(path).body.find("SQLite"), 0u) << path;
    EXPECT_NE(device.get(path).body, "the module") << path;
  }
}

TEST(Alone, AnotherModuleIsAnotherVersionOfTheServiceWorker) {
  const Folder folder;
  const server::AloneFiles files(folder.at("."));
  EXPECT_FALSE(files.there());
  EXPECT_EQ(files.service_worker("a '@alone@' b"), "a '' b");
  std::ofstream(folder.at("stamtafel.wasm")) << "one";
  const std::string first = files.service_worker("'@alone@'");
  EXPECT_EQ(files.service_worker("'@alone@'"), first);
  std::ofstream(folder.at("stamtafel.wasm")) << "another";
  EXPECT_NE(files.service_worker("'@alone@'"), first);
  EXPECT_EQ(files.module(), "another");
  EXPECT_EQ(files.brotli(), "");
}

TEST(Alone, OnlyTheWorkersOfTheHubMayCompile) {
  server::HttpResponse page, worker;
  add_security_headers(page, false, server::compiles_wasm("/assets/index-1a2b.js"));
  add_security_headers(worker, false, server::compiles_wasm("/assets/alone-worker-1a2b.js"));
  const auto policy = [](const server::HttpResponse& response) {
    return response.headers.front().second;
  };
  EXPECT_THAT(policy(page), Not(HasSubstr("unsafe")));
  EXPECT_THAT(policy(worker), HasSubstr("script-src 'self' 'wasm-unsafe-eval';"));
}

}  // namespace
}  // namespace server_test
