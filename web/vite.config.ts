import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { serviceWorker } from './tools/service_worker.mjs';

// `npm run dev` talks to a server that is already running: STAMTAFEL_SERVER=http://127.0.0.1:8080
const server = process.env.STAMTAFEL_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: {
    target: 'es2022',
    // The server sends inline styles and scripts nowhere: everything is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // By their names the server knows which scripts may compile WebAssembly.
  worker: {
    format: 'es',
    rollupOptions: { output: { entryFileNames: 'assets/alone-[name]-[hash].js' } },
  },
  // Files find each other wherever the page lies (stamtafel site); only index.html is served at many paths.
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  server: {
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
  },
});
