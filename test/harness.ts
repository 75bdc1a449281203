import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { messageKinds } from '../app/features.ts'
import { openPortal, type Portal } from '../app/portal.ts'
import { fence } from '../db/fence.ts'
import { allTables } from '../db/tables.ts'
import type { Call, Envelope, InputOf, OutputOf } from '../contract/call.ts'
import type { Channels } from '../server/channels/channels.ts'
import { localMail } from '../server/channels/openMail.ts'
import { openInvoicing } from '../server/channels/openInvoicing.ts'
import { openPayment } from '../server/channels/openPayment.ts'
import { type Receiver, ReceiverFailure } from '../server/channels/receiver.ts'
import { localSms } from '../server/channels/openSms.ts'
import { connect, type Pool } from '../server/db.ts'
import { startEmbedded } from '../server/embedded.ts'
import { type Environment, readEnvironment } from '../server/environment.ts'
import { localFiles } from '../server/files.ts'
import type { AppContext } from '../server/appContext.ts'
import { openSecrets } from '../server/secrets.ts'
import type { Language } from '../contract/refusal.ts'
import { moveClock } from './clock.ts'
import { closeAtEnd } from './closing.ts'
import { workersName } from './race.ts'
import { until } from './until.ts'

const template = 'jixu_template'
const demoTemplate = 'jixu_demo'

/** A connection that makes and drops databases; it waits without a limit until another process has seeded the demo. */
const connectAdmin = (url: string) => connect(url, { max: 1, seconds: 0 })

/** Prepares a server for tests: the template database every test clones. */
export async function buildTemplate(serverUrl: string): Promise<void> {
  const admin = connectAdmin(serverUrl)
  await admin.unsafe(`create database ${template}`)
  await admin.unsafe(`create role ${fenced} login password '${fenced}'`)
  await admin.end()
  const db = connect(urlOf(serverUrl, template), { max: 1 })
  await db.unsafe(allTables())
  await fence(db, fenced)
  await db.end()
}

/** The account that the product has in tests, as in production; a test's own queries are the owner's. */
const fenced = 'jixu_app'

/** The address of a database for the fenced account. */
export function fencedUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.username = url.password = fenced
  return url.href
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** A clock at rest: what the gate remembers never expires, so that a session ends by a notice however long a test takes. */
const stopped = { now: () => 1 }

let server: Promise<string> | undefined

/** The test run's server, or one of this file's own when it runs by itself. */
function serverUrl(): Promise<string> {
  server ??= (async () => {
    if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL
    const folder = mkdtempSync(join(tmpdir(), 'jixu-pg-'))
    process.env.TEST_FOLDER = folder
    const embedded = await startEmbedded({ folder: join(folder, 'postgres'), fast: true })
    closeAtEnd(async () => {
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    await buildTemplate(embedded.url)
    return embedded.url
  })()
  return server
}

/** A portal of a test's own: fresh database, fresh files, and the complete server. */
export interface World {
  /** The owner's: for what a test sets up and reads past the product, whose own account is fenced. */
  db: Pool
  app: AppContext
  portal: Portal
  databaseUrl: string
  /** Makes a call as the holder of a token, answered in a language; returns the whole envelope. */
  call<C extends Call>(
    call: C,
    input: InputOf<C>,
    token?: string | null,
    language?: Language,
  ): Promise<Envelope<OutputOf<C>>>
  /** Makes a call that must succeed; returns its attribute. */
  ask<C extends Call>(call: C, input: InputOf<C>, token?: string | null): Promise<OutputOf<C>>
  /** Moves the database's clock, e.g. `2 hours`. */
  moveClock(shift: string): Promise<void>
  /** Ends the product and leaves database and files. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** A database of one's own: empty, or a clone of a template. */
export async function openDatabase(from: 'empty' | 'template' | 'demo'): Promise<string> {
  const url = await serverUrl()
  // The number of a process comes round again in a long run.
  const name = `world_${randomBytes(8).toString('hex')}`
  const origin = { empty: 'template0', template, demo: demoTemplate }[from]
  const admin = connectAdmin(url)
  try {
    await admin.unsafe(`create database ${name} template ${origin}`)
    // What a database allows is not copied with it.
    await admin.unsafe(`revoke temporary on database ${name} from public`)
  } finally {
    await admin.end()
  }
  return urlOf(url, name)
}

/** Ends a database with whatever is still connected: a pool that ends amid transactions may leave connections open. */
async function dropDatabase(databaseUrl: string): Promise<void> {
  const admin = connectAdmin(await serverUrl())
  try {
    await admin.unsafe(`drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`)
  } finally {
    await admin.end()
  }
}

/** Folder of the demo's files and key, beside the database that names them. */
const demoFolder = () => join(process.env.TEST_FOLDER!, 'demo')

let demo: Promise<void> | undefined

/** Seeds the demo once in a test run, whichever process comes first; the others clone it. */
function buildDemo(): Promise<void> {
  demo ??= (async () => {
    const url = await serverUrl()
    const admin = connectAdmin(url)
    try {
      await admin`select pg_advisory_lock(74107)`
      const [known] = await admin`select from pg_database where datname = ${demoTemplate}`
      if (known) return
      const world = await openWorld({ folder: `${demoFolder()}.part`, ...silentChannels })
      // Its content is read only where a demo is made.
      const { seedDemo } = await import('../db/seed/demo.ts')
      await seedDemo({ ...world.app, db: world.db })
      await settleImports(world)
      await world.portal.drainJobs()
      await world.stop()
      renameSync(`${demoFolder()}.part`, demoFolder())
      await admin.unsafe(
        `alter database ${new URL(world.databaseUrl).pathname.slice(1)} rename to ${demoTemplate}`,
      )
    } finally {
      await admin.end()
    }
  })()
  return demo
}

/** Contracts with channels that do not answer: what is on its way there stays so. */
export const silentChannels = {
  environment: { port: 9 },
  channels: (_db: Pool, environment: Environment) => ({
    payment: openPayment(environment),
    invoicing: openInvoicing(environment, openSecrets(environment)),
  }),
}

let networks = 0

/** An address of a network that nothing came from before. */
const anotherNetwork = () => {
  const n = networks++
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

/** A receiver of results that is never there. */
const nobody: Receiver = {
  check: async () => {},
  post: () => Promise.reject(new ReceiverFailure('refused')),
}

/**
 * Opens a world; it closes itself when the test file ends. Where its environment trusts a proxy each call comes from a
 * network of its own, so that none is refused for the calls of others.
 */
export async function openWorld(
  options: {
    /** Filled with the demo's data, people and files. */
    demo?: boolean
    /** A data folder to keep; a fresh one otherwise, removed at the end. */
    folder?: string
    environment?: Partial<Environment>
    /** Number of connections for the product's calls to its database. */
    connections?: number
    /** Without background work, where only calls may change anything. */
    works?: boolean
    /** With jobs that run by the clock, as in production; otherwise a test runs them when it wants them. */
    recurs?: boolean
    /** The address at which the product reaches its database, where something is put between. */
    through?: (url: string) => string
    channels?: (db: Pool, environment: Environment) => Partial<Channels>
  } = {},
): Promise<World> {
  if (options.demo) await buildDemo()
  const databaseUrl = await openDatabase(options.demo ? 'demo' : 'template')
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'jixu-world-'))
  if (options.demo) cpSync(demoFolder(), folder, { recursive: true })
  const environment = {
    ...readEnvironment({ DATA_DIR: folder, CAPTCHA: 'off', LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' }),
    ...options.environment,
  }
  const db = connect(databaseUrl, { max: 8 })
  const productUrl = (options.through ?? String)(fencedUrl(databaseUrl))
  const calls = connect(productUrl, {
    max: options.connections ?? 8,
    // A starved machine may take as long; tests about a timeout set their own.
    seconds: 60,
    again: true,
  })
  const app: AppContext = {
    db: calls,
    environment,
    secrets: openSecrets(environment),
    files: localFiles(join(folder, 'files')),
    channels: {
      sms: localSms(calls, messageKinds),
      mail: localMail(calls),
      payment: { wechat: null, alipay: null },
      invoicing: null,
      identity: null,
      face: null,
      receiver: nobody,
      ...options.channels?.(calls, environment),
    },
    log: pino({ level: environment.logLevel }),
  }
  const workers = connect(productUrl, { max: 8, name: workersName })
  // On a starved machine every database is late; only what is about that is to be shed.
  const sheds = options.through !== undefined
  const portal = await openPortal(
    app,
    { ...app, db: workers },
    {
      sheds,
      works: options.works ?? true,
      recurs: options.recurs ?? false,
      clock: stopped,
    },
  )
  const world: World = {
    db,
    app,
    portal,
    databaseUrl,
    async call(call, input, token, language = 'zh') {
      const path = `/api${call.path}`
      const query = call.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
      const response = await portal.http.inject({
        method: call.method,
        url: path + query,
        headers: {
          'accept-language': language,
          ...(token ? { token } : {}),
          ...(app.environment.trustProxy.length > 0 && { 'x-forwarded-for': anotherNetwork() }),
        },
        ...(call.method === 'GET' ? {} : { payload: input as object }),
      })
      return response.json()
    },
    async ask(call, input, token) {
      const envelope = await world.call(call, input, token)
      if (envelope.respCode !== 200)
        throw new Error(`${call.path}: ${envelope.respCode} ${envelope.respDesc}`)
      return envelope.attribute
    },
    async moveClock(shift) {
      await moveClock(db, shift)
      portal.gate.forget()
    },
    async stop() {
      await portal.close()
      await Promise.all([db, calls, workers].map((pool) => pool.end({ timeout: 2 })))
    },
    async close() {
      await world.stop()
      await dropDatabase(databaseUrl)
      if (!options.folder) rmSync(folder, { recursive: true, force: true })
    },
  }
  closeAtEnd(() => world.close())
  return world
}

/** Waits until no import is checked or applied any more, no matter who began it. */
export async function settleImports(world: World): Promise<void> {
  await until(async () => {
    await world.portal.drainJobs()
    const [open] = await world.db`select from imports where status in ('checking', 'applying') limit 1`
    return !open
  })
}
