import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import {
  type CarriedText,
  localCarrier,
  type LocalCarrierAccount,
} from '../../server/channels/localCarrier.ts'

/** The key that the carriers of a test know. */
export const carrierKey = { keyId: 'AKIDtest', keySecret: 'test-secret-0123456789', appId: '1400006666' }

const requestOf = async (request: IncomingMessage) =>
  new Request(`http://${request.headers.host}${request.url}`, {
    method: request.method!,
    headers: Object.entries(request.headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    ),
    ...(request.method === 'GET' ? {} : { body: await text(request) }),
  })

/** A carrier on a port of its own that answers as the real ones do, and keeps what it took in memory. */
export async function aCarrier(
  templates: Readonly<Record<string, string>>,
  more: Partial<LocalCarrierAccount> = {},
) {
  const taken: CarriedText[] = []
  const carrier = localCarrier({
    ...carrierKey,
    templates: new Map(Object.entries(templates)),
    texts: {
      save: async (carried) => void taken.push(carried),
      find: async (mobile) => taken.filter((carried) => carried.mobile === mobile),
    },
    ...more,
  })
  const server = createServer(async (request, response) => {
    const answer = await carrier(await requestOf(request))
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseUrl, taken, close: () => new Promise((resolve) => server.close(resolve)) }
}

/** A mail server on a port of its own that demands a name and a password, and keeps the mails. */
export async function aMailServer(user = 'portal', password = 'mail-secret') {
  const mails: { to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.username === 'busy'
        ? done(Object.assign(new Error('busy'), { responseCode: 454 }))
        : auth.username === user && auth.password === password
          ? done(null, { user })
          : done(new Error('wrong name or password')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody@')
        ? done(Object.assign(new Error('no such box'), { responseCode: 550 }))
        : address.startsWith('later@')
          ? done(Object.assign(new Error('greylisted, try again'), { responseCode: 450 }))
          : done(),
    onData(stream, session, done) {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://${user}:${password}@127.0.0.1:${port}`
  return { url, mails, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
