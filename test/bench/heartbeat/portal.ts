import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { openPortal } from '../../../app/portal.ts'
import { openReceiver } from '../../../server/channels/receiver.ts'
import { openPayment } from '../../../server/channels/openPayment.ts'
import { localSms } from '../../../server/channels/openSms.ts'
import { connect } from '../../../server/db.ts'
import { readEnvironment } from '../../../server/environment.ts'
import { localFiles } from '../../../server/files.ts'
import { openSecrets } from '../../../server/secrets.ts'

// The whole product in a process of its own, on the database that DATABASE_URL names.
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
    payment: openPayment(environment),
    invoicing: null,
    identity: null,
    face: null,
    receiver: openReceiver({ inner: false }),
  },
  log: pino({ level: environment.logLevel }),
})
await portal.http.listen({ port: 0, host: '127.0.0.1' })
process.send!({ port: (portal.http.server.address() as AddressInfo).port })
process.on('message', (message) => {
  if (message === 'memory') process.send!({ rss: process.memoryUsage().rss })
})
process.on('disconnect', () => process.exit(0))
