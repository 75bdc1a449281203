import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../../../app/start.ts', import.meta.url))

/** Starts the server as `npm start` does; returns its address once it answers, and the milliseconds that took. */
export async function launch(
  dataFolder: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<{ url: string; milliseconds: number; child: ChildProcess }> {
  const begun = performance.now()
  const child = spawn(process.execPath, [entry], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataFolder,
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      said += chunk
      const port = /127\.0\.0\.1:(\d+)/.exec(said)
      if (port) resolve(`http://127.0.0.1:${port[1]}`)
    })
    child.on('exit', () => reject(new Error(`it ended before it was ready: ${said}`)))
  })
  return { url, milliseconds: performance.now() - begun, child }
}

/** Stops a server that was started so, and waits until it has ended. */
export async function stop(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit')
  const gone = new Promise((resolve) => child.on('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
