import { createServer } from 'vite'
import { run } from './server.ts'

/** `npm run dev`: the server as it is, and the pages rebuilt as they change. */
await run()
const pages = await createServer({
  configFile: new URL('../vite.config.ts', import.meta.url).pathname,
  configLoader: 'native',
})
await pages.listen(5173)
pages.printUrls()
