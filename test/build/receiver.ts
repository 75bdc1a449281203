import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { configCalls } from '../../features/project/config/contract.ts'
import type { PushConfig } from '../../features/project/config/contract.ts'
import { pushOf } from '../../features/project/config/rules.ts'
import { pushCalls } from '../../features/push/contract.ts'
import type { FieldMapping, HourUnit } from '../../features/push/rules.ts'
import { closeAtEnd } from '../closing.ts'
import type { World } from '../harness.ts'

/** The secret that receivers of tests share with the product. */
export const receiverSecret = 'a-secret-of-the-receiver'

/** A message as a receiver took it. */
export interface Received {
  key: string
  event: string
  /** True if the signature is of this body and time. */
  isSigned: boolean
  timestamp: string
  body: Record<string, unknown>
}

/** Answer to a message: what it returns or writes; by default 200. */
type AnswerTo = (got: Received, response: ServerResponse) => unknown

/** An outside system on this machine, which keeps what it was sent and answers as it is told. */
export interface BuiltReceiver {
  address: string
  port: number
  got: Received[]
  /** Answers the following messages; without an answer, 200. */
  answer(how?: AnswerTo): void
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Opens a receiver; it closes itself when the test file ends. */
export async function aReceiver(): Promise<BuiltReceiver> {
  const got: Received[] = []
  let answer: AnswerTo | undefined
  const server = createServer((request, response) => {
    void read(request).then(async (text) => {
      const head = (name: string) => String(request.headers[name])
      const timestamp = head('x-push-timestamp')
      const wanted = createHmac('sha256', receiverSecret).update(`${timestamp}.${text}`).digest('hex')
      const message: Received = {
        key: head('idempotency-key'),
        event: head('x-push-event'),
        isSigned: head('x-push-signature') === `sha256=${wanted}`,
        timestamp,
        body: JSON.parse(text),
      }
      got.push(message)
      await answer?.(message, response)
      if (!response.headersSent && !response.destroyed) response.end('{"ok":true}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAtEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/results`,
    port,
    got,
    answer(how) {
      answer = how
    },
  }
}

/** Answers with a status. */
export const status =
  (code: number): AnswerTo =>
  (_got, response) =>
    response.writeHead(code).end('no')

/** Enables the push of a project to a receiver, as its administrator does. */
export async function pushTo(
  world: World,
  token: string,
  address: string,
  options: Partial<PushConfig> & { fields?: FieldMapping[]; hourUnit?: HourUnit } = {},
): Promise<void> {
  const { fields, hourUnit, ...config } = options
  const push = await world.ask(configCalls.findPushConfig, {}, token)
  const content = {
    ...pushOf({}),
    open: true,
    subjects: ['pass', 'hours'] as ('pass' | 'hours')[],
    ...config,
  }
  await world.ask(configCalls.savePushConfig, { content, version: push.version }, token)
  const receiver = await world.ask(pushCalls.findReceiver, {}, token)
  await world.ask(
    pushCalls.saveReceiver,
    {
      content: { ...receiver.content, address, ...(fields && { fields }), ...(hourUnit && { hourUnit }) },
      secret: receiverSecret,
      version: receiver.version,
    },
    token,
  )
}
