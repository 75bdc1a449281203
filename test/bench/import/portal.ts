import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pino } from 'pino'
import { openPortal } from '../../../app/portal.ts'
import { openReceiver } from '../../../server/channels/receiver.ts'
import { localSms } from '../../../server/channels/openSms.ts'
import { connect } from '../../../server/db.ts'
import { readEnvironment } from '../../../server/environment.ts'
import { localFiles } from '../../../server/files.ts'
import { openSecrets } from '../../../server/secrets.ts'

// The whole product in a process of its own, which watches its own memory and how late its event loop comes.
const environment = readEnvironment({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' })
const db = connect(environment.databaseUrl!, { max: 16 })
const portal = await openPortal({
  db,
  environment,
  secrets: openSecrets(environment),
  files: localFiles(environment.dataFolder),
  channels: {
    sms: localSms(db, []),
    mail: null,
    payment: { wechat: null, alipay: null },
    invoicing: null,
    identity: null,
    face: null,
    receiver: openReceiver({ inner: false }),
  },
  log: pino({ level: environment.logLevel }),
})
await portal.http.listen({ port: 0, host: '127.0.0.1' })
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
let [start, peak] = [0, 0]
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
process.send!({ port: (portal.http.server.address() as AddressInfo).port })
/** Bytes in use once the garbage is collected. */
function held(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
process.on('message', (what) => {
  if (what === 'held') return void process.send!({ held: held() })
  // What a timer itself waits is not lateness.
  process.send!({ rss: start, peak, late: Math.max(0, delay.percentile(99) / 1e6 - 5) })
  start = peak = process.memoryUsage.rss()
  delay.reset()
})
process.on('disconnect', () => process.exit(0))
