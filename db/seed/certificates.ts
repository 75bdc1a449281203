import { issueSkill } from '../../features/certificate/server/actions.ts'
import { startDesign } from '../../features/certificate/template/rules.ts'
import type { CertificateKind } from '../../features/certificate/template/contract.ts'
import { approve, propose } from '../../features/correction/server/actions.ts'
import { missingHours } from '../../features/hours/rules.ts'
import { getSettings } from '../../features/project/server/actions.ts'
import type { AppContext } from '../../server/appContext.ts'
import type { Tx } from '../../server/db.ts'
import type { SeededPortal } from './portal.ts'
import { staffOf } from './staff.ts'

const names: Readonly<Record<Exclude<CertificateKind, 'class'>, string>> = {
  year: '年度学时证书',
  skill: '职业技能等级证书',
}

/** A template for a kind of certificate that no class issues. */
async function addTemplate(tx: Tx, projectId: string, kind: keyof typeof names): Promise<string> {
  const [row] = await tx<{ id: string }[]>`insert into certificate_templates ${tx({
    projectId,
    name: names[kind],
    kind,
    design: tx.json(startDesign(kind) as never),
    numbering: kind === 'year' ? 'ND{year}-{serial}' : 'JN{year}-{serial}',
  })} returning id`
  return row!.id
}

/** Titles of hours that learners earned elsewhere, by class type. */
const elsewhere = { public: '省级平台公需科目学时转入', specialized: '线下专业科目培训学时转入' } as const

/**
 * Hours that a learner still lacked of a year, earned elsewhere: customer service proposes them, the office approves, and
 * what the ledger then meets issues the certificate of the year.
 */
async function seedYear(
  tx: Tx,
  { secrets }: AppContext,
  portal: SeededPortal,
  { accountId, year }: { accountId: string; year: number },
): Promise<void> {
  const service = await staffOf(tx, portal, 'service')
  const admin = await staffOf(tx, portal, 'admin')
  const sums = await tx<{ classType: string; tenths: number }[]>`
    select class_type, sum(hours_tenths)::int as tenths from hour_entries
    where account_id = ${accountId} and year = ${year} group by class_type`
  const { byType, total } = missingHours(
    await getSettings(tx, portal.projectId),
    Object.fromEntries(sums.map(({ classType, tenths }) => [classType, tenths])),
  )
  const { public: common = 0 } = byType
  for (const [classType, hoursTenths] of [
    ['public', common],
    ['specialized', total - common],
  ] as const) {
    if (hoursTenths === 0) continue
    const title = elsewhere[classType]
    const change = { kind: 'hours', year, classType, attribute: 'required', hoursTenths, title } as const
    const reason = '结业证明与主办单位的学时登记表已核对'
    const { id } = await propose(tx, secrets, service, accountId, { change, reason })
    await approve(tx, secrets, admin, id, true)
  }
}

/**
 * Certificates of the last year for its first learner and two more who had most of the hours, and of skills for some of
 * those who have earned most.
 */
export async function seedCertificates(
  tx: Tx,
  app: AppContext,
  portal: SeededPortal,
  [first]: readonly string[],
): Promise<void> {
  const { projectId } = portal
  await addTemplate(tx, projectId, 'year')
  const templateId = await addTemplate(tx, projectId, 'skill')
  const by = await staffOf(tx, portal, 'admin')
  const lastYear = Number(portal.today.slice(0, 4)) - 1
  const closest = await tx<{ accountId: string }[]>`
    select account_id from hour_entries where project_id = ${projectId} and year = ${lastYear}
    group by account_id order by account_id = ${first!} desc, sum(hours_tenths) desc, account_id limit 3`
  for (const { accountId } of closest) await seedYear(tx, app, portal, { accountId, year: lastYear })
  const most = await tx<{ accountId: string }[]>`
    select account_id from hour_entries where project_id = ${projectId}
    group by account_id, year order by sum(hours_tenths) desc, account_id limit 3`
  for (const [i, { accountId }] of most.entries())
    await issueSkill(tx, by, {
      accountId,
      templateId,
      title: '养老护理员',
      level: (['4', '3', '2'] as const)[i]!,
    })
}
