import { messageKinds } from '../../../app/features.ts'
import { pino } from 'pino'
import { openPortal } from '../../../app/portal.ts'
import { openReceiver } from '../../../server/channels/receiver.ts'
import { openInvoicing } from '../../../server/channels/openInvoicing.ts'
import { openPayment } from '../../../server/channels/openPayment.ts'
import { localSms } from '../../../server/channels/openSms.ts'
import { connect } from '../../../server/db.ts'
import { readEnvironment } from '../../../server/environment.ts'
import { localFiles } from '../../../server/files.ts'
import { openSecrets } from '../../../server/secrets.ts'

// The whole product with its own jobs and the demo's gateway for invoices, on the port and database of the environment.
const environment = readEnvironment({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' })
const db = connect(environment.databaseUrl!, { max: 16 })
const secrets = openSecrets(environment)
const portal = await openPortal({
  db,
  environment,
  secrets,
  files: localFiles(environment.dataFolder),
  channels: {
    sms: localSms(db, messageKinds),
    mail: null,
    payment: openPayment(environment),
    invoicing: openInvoicing(environment, secrets),
    identity: null,
    face: null,
    receiver: openReceiver({ inner: false }),
  },
  log: pino({ level: environment.logLevel }),
})
await portal.http.listen({ port: environment.port, host: environment.host })
process.send!('ready')
process.on('message', (message) => {
  if (message === 'memory') process.send!({ rss: process.memoryUsage().rss })
})
process.on('disconnect', () => process.exit(0))
