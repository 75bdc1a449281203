import { spawn } from 'node:child_process'
import { OperatorError } from '../../server/environment.ts'

/** Runs a tool of PostgreSQL on a database; its password is passed in the environment, where other users do not see it. */
async function runTool(tool: 'pg_dump' | 'pg_restore', url: string, args: string[]): Promise<void> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const env = {
    ...process.env,
    PGHOST: decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(searchParams.has('sslmode') ? { PGSSLMODE: searchParams.get('sslmode')! } : {}),
  }
  const child = spawn(tool, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2000)))
  const code = await new Promise<number | null>((done, fail) =>
    child.on('error', fail).on('close', done),
  ).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new OperatorError(
      `${tool} is not there: a database of DATABASE_URL is backed up and restored by PostgreSQL's own tools. Install its client programs, of the server's version or newer, and put them on the PATH.`,
    )
  })
  if (code !== 0) throw new OperatorError(`${tool} failed: ${output.trim()}`)
}

/** Writes the database as it was when this began. */
export const dump = (url: string, file: string) =>
  runTool('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`])

/** Refuses a dump that the tools here cannot read, before anything is done with it. */
export const assertReadable = (url: string, file: string) => runTool('pg_restore', url, ['--list', file])

/** Fills an empty database, completely or not at all; what it grants to whom is the next start's to settle. */
export function load(url: string, file: string): Promise<void> {
  const whole = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges']
  return runTool('pg_restore', url, [
    ...whole,
    `--dbname=${decodeURIComponent(new URL(url).pathname.slice(1))}`,
    file,
  ])
}
