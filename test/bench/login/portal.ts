import { startPortal } from '../../journeys/portal.ts'

// The load claims many addresses, and it is the hash that is measured, not the limits.
const portal = await startPortal({ environment: { trustProxy: ['127.0.0.1'] } })
const rows = await portal.world.db`
  select a.login_name from accounts a join roles r on r.id = a.role_id where r.role_system = 3 and a.status = 'active'`
process.send!({ url: portal.url, accounts: rows.map((row) => row.loginName as string) })
process.on('SIGTERM', () => void portal.close().then(() => process.exit(0)))
