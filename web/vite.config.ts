import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// `npm run dev` talks to a server that is already running: STAMTAFEL_SERVER=http://127.0.0.1:8080
const server = process.env.STAMTAFEL_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // The server sends inline styles and scripts nowhere: everything is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
  },
});
