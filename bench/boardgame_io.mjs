// boardgame.io under the load of bench/load: three people at each table, who move as soon as it is their turn (or
// once a second each: --rate 1), server on one core, people on the other. The game is the smallest there is: a move
// adds one to a number; nothing is kept on disk.
//
//   mkdir elsewhere && cd elsewhere && npm install boardgame.io@0.50.2
//   node …/bench/boardgame_io.mjs --clients 300 --seconds 3 [--rate R]
//
// Prints what `load --people 3` prints: moves a second, milliseconds until who moved has the answer, moves for each
// second of the server's processor.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";

const require = createRequire(`${process.cwd()}/`);
const PORT = 18391;
const PEOPLE = 3;
const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "300" },
    seconds: { type: "string", default: "3" },
    rate: { type: "string", default: "0" },
    serve: { type: "boolean", default: false },
  },
});

function serve() {
  const { Server, Origins } = require("boardgame.io/server");
  const game = {
    name: "load",
    setup: () => ({ moves: 0 }),
    moves: { go: ({ G }) => void (G.moves += 1) },
    turn: { minMoves: 1, maxMoves: 1 },
  };
  Server({ games: [game], origins: [Origins.LOCALHOST] }).run(PORT, () => process.send("ready"));
}

// Seconds of processor time, all threads together.
function processorTime(process) {
  const fields = readFileSync(`/proc/${process}/stat`, "utf8").split(") ")[1].split(" ");
  const ticks = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

async function load() {
  const { io } = require("socket.io-client");
  const count = Number(values.clients);
  const period = Number(values.rate) > 0 ? 1000 / Number(values.rate) : 0;
  const server = spawn("taskset", ["-c", "0", process.execPath, process.argv[1], "--serve"], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  execFileSync("taskset", ["-a", "-p", "-c", "1", String(process.pid)], { stdio: "ignore" });
  await new Promise((ready) => server.once("message", ready));

  const latencies = [];
  const clients = [];
  for (let i = 0; i < count; ++i) {
    const match = `m${Math.floor(i / PEOPLE)}`;
    const player = String(i % PEOPLE);
    const socket = io(`http://127.0.0.1:${PORT}/load`, { transports: ["websocket"], forceNew: true });
    const client = { sent: 0, due: performance.now() + Math.random() * period };
    const choose = (state) => {
      if (client.sent !== 0 && state.ctx.currentPlayer !== player) {
        latencies.push(performance.now() - client.sent);
        client.sent = 0;
      }
      if (state.ctx.currentPlayer !== player || client.sent !== 0) return;
      const now = performance.now();
      const move = () => {
        const payload = { type: "go", args: [], playerID: player };
        socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, match, player);
      };
      // A move counts from when it was due, however late it is made.
      client.due = Math.max(client.due, now);
      client.sent = period > 0 ? client.due : now;
      if (client.due > now) setTimeout(move, client.due - now);
      else move();
      client.due += period;
    };
    socket.on("sync", (_, sync) => choose(sync.state));
    socket.on("update", (_, state) => choose(state));
    socket.on("connect", () => socket.emit("sync", match, player, undefined, PEOPLE));
    clients.push(socket);
    if (i % 50 === 49) await wait(50);
  }
  await wait(2000); // warm
  latencies.length = 0;
  const begin = performance.now();
  const used = processorTime(server.pid);
  await wait(Number(values.seconds) * 1000);
  const seconds = (performance.now() - begin) / 1000;
  const processor = processorTime(server.pid) - used;
  const sorted = Float64Array.from(latencies).sort();
  const at = (part) => (sorted.length > 0 ? sorted[Math.floor(part * (sorted.length - 1))].toFixed(2) : "-");
  console.log(
    `${count} clients: ${(sorted.length / seconds).toFixed(0)} moves/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
      `cpu ${((100 * processor) / seconds).toFixed(0)} %, ${(sorted.length / processor).toFixed(0)} moves per cpu-s`,
  );
  for (const socket of clients) socket.close();
  server.kill();
  process.exit(0);
}

if (values.serve) serve();
else await load();
