import { issueSkill, settleYear } from '../../features/certificate/server/actions.ts'
import { startDesign } from '../../features/certificate/template/rules.ts'
import type { CertificateKind } from '../../features/certificate/template/contract.ts'
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

/** Certificates of years and of skills, for some of the learners who have the hours. */
export async function seedCertificates(tx: Tx, portal: SeededPortal): Promise<void> {
  const { projectId } = portal
  await addTemplate(tx, projectId, 'year')
  const templateId = await addTemplate(tx, projectId, 'skill')
  const by = await staffOf(tx, portal, 'admin')
  const most = await tx<{ accountId: string; year: number }[]>`
    select account_id, year from hour_entries where project_id = ${projectId}
    group by account_id, year order by sum(hours_tenths) desc, account_id limit 12`
  for (const { accountId, year } of most) await settleYear(tx, accountId, year)
  for (const [i, { accountId }] of most.slice(0, 3).entries())
    await issueSkill(tx, by, {
      accountId,
      templateId,
      title: '养老护理员',
      level: (['4', '3', '2'] as const)[i]!,
    })
}
