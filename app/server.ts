import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { OperatorError, readEnvironment } from '../server/environment.ts'
import { isBuilt } from './build.ts'
import { openAppContext } from './context.ts'
import { openPortal } from './portal.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

/**
 * Builds the web when it is not there in this version: on the first start of a fresh or renewed checkout. In a
 * process of its own, since the builder's memory (600 MB) would stay with the server.
 */
async function buildWeb(): Promise<void> {
  if (isBuilt()) return
  say('Building the web pages (once)…')
  try {
    await promisify(execFile)(process.execPath, [fileURLToPath(new URL('./build.ts', import.meta.url))])
  } catch (error) {
    throw new OperatorError(`The web pages could not be built: ${(error as { stderr: string }).stderr}`)
  }
}

/** Starts the server and runs until it is stopped. */
export async function run(): Promise<void> {
  const given = readEnvironment(process.env)
  await buildWeb()
  const { owner, enter, close } = await openAppContext(given)
  const { environment } = owner
  if (environment.demo) {
    const [filled] = await owner.db`select from projects limit 1`
    // Its content is parsed as its modules are loaded, and only an empty database needs it.
    if (!filled) {
      const { seedDemo } = await import('../db/seed/demo.ts')
      if (await seedDemo(owner)) say('The demo portal has been filled.')
    }
  }
  const { app, workers } = await enter()
  const portal = await openPortal(app, workers)

  let stopping = false
  async function stop(signal: string): Promise<void> {
    if (stopping) return
    stopping = true
    say(`${signal}: finishing what is running…`)
    const late = setTimeout(() => process.exit(1), 15_000)
    await portal.close()
    await close()
    clearTimeout(late)
    process.exit(0)
  }
  process.on('SIGINT', () => void stop('SIGINT'))
  process.on('SIGTERM', () => void stop('SIGTERM'))

  try {
    await portal.http.listen({ port: environment.port, host: environment.host })
  } catch (error) {
    await portal.close()
    await close()
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new OperatorError(`Port ${environment.port} is in use; set PORT to another one.`)
  }
  const { port } = portal.http.server.address() as { port: number }
  const address = environment.publicUrl.replace(/:0$/, `:${port}`)
  say(`Jixu is ready: ${address}`)
  if (environment.demo) {
    say(`Back office:   ${address}/admin-login`)
    say('Demo accounts: admin, unit, finance, service, learner; password Demo2026a')
    say(`Text messages: ${address}/dev/outbox`)
  } else {
    const [row] = await app.db`select exists (select from accounts) as any`
    if (!row!.any) say('No account yet: set up the first administrator with "npm run admin -- NAME".')
  }
}
