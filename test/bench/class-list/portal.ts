import { startPortal } from '../../journeys/portal.ts'

// The load claims many addresses: the limit per address is not what is measured.
const portal = await startPortal({ environment: { trustProxy: ['127.0.0.1'] } })
process.send!(portal.url)
process.on('SIGTERM', () => void portal.close().then(() => process.exit(0)))
