import { listExportCalls } from '../../features/export/contract.ts'
import { registerExports } from '../../features/certificate/register/contract.ts'
import { startDesign } from '../../features/certificate/template/rules.ts'
import { aTemplate } from '../build/certificate.ts'
import { anAccount, aLearner, aPortal } from '../build/portal.ts'
import { openWorld } from '../harness.ts'

const counts = (process.env.BENCH_ROWS ?? '250,1000').split(',').map(Number)
const mb = (bytes: number) => Math.round(bytes / 2 ** 20)

/** Prints certificates as one PDF, and as a zip: seconds, those of the processor, and how much memory grows on the way. */
export async function run(): Promise<void> {
  const world = await openWorld()
  const { db } = world
  for (const count of counts) {
    const portal = await aPortal(world, { menus: ['/student-manage/student'] })
    const { token } = await anAccount(world, portal, { role: 'admin' })
    const { accountId } = await aLearner(world, portal)
    const templateId = await aTemplate(world, portal.projectId, 'skill')
    await db`
      insert into certificates (project_id, account_id, template_id, template_version, kind, number, verify_code, holder, design)
      select ${portal.projectId}, ${accountId}, ${templateId}, 1, 'skill', 'JN2023-' || lpad(n::text, 7, '0'),
        ${portal.projectId} || '-' || n,
        jsonb_build_object('realName', '欧阳' || chr(19968 + n), 'cardMask', '3201**********1234', 'unitName', '江海市第一人民医院',
          'className', '养老护理员' || chr(20968 + n), 'level', '3', 'year', 2023, 'hoursTenths', 0, 'issuedDate', '2023-11-21',
          'number', 'JN2023-' || lpad(n::text, 7, '0'), 'projectTitle', '专业技术人员继续教育'),
        ${db.json(startDesign('skill') as never)}
      from generate_series(1, ${count}) n`
    for (const call of [registerExports.printPdf, registerExports.printZip]) {
      globalThis.gc?.()
      const before = process.memoryUsage().rss
      let most = before
      const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
      const begun = performance.now()
      const spent = process.cpuUsage()
      const { exportId } = await world.ask(
        listExportCalls.create,
        { path: call.path, filter: { status: ['valid'] } },
        token,
      )
      await world.portal.drainJobs()
      clearInterval(watching)
      const seconds = (performance.now() - begun) / 1000
      const { user, system } = process.cpuUsage(spent)
      const [made] = await db`select status, rows, bytes from list_exports where id = ${exportId}`
      console.log(
        `${call.path} ${made!.status} ${made!.rows} certificates: ${seconds.toFixed(1)} s, of the processor ${((user + system) / 1e6).toFixed(1)} s, ${mb(Number(made!.bytes))} MB; ` +
          `memory ${mb(before)} → at most ${mb(most)} MB`,
      )
    }
  }
  await world.close()
}
