import type { CertificateKind } from '../../features/certificate/template/contract.ts'
import { startDesign } from '../../features/certificate/template/rules.ts'
import type { World } from '../harness.ts'

/** A certificate template in use. */
export async function aTemplate(
  world: World,
  projectId: string,
  kind: CertificateKind = 'class',
): Promise<string> {
  const { db } = world
  const [row] = await db`
    insert into certificate_templates (project_id, name, kind, design, numbering)
    values (${projectId}, '结业证书', ${kind}, ${db.json(startDesign(kind) as never)}, 'JH{year}-{serial}') returning id`
  return row!.id as string
}
