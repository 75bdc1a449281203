import type { InputOf } from '../../../../contract/call.ts'
import { normalizeCode } from '../../../../contract/normalize.ts'
import type { Db } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import { page } from '../../../../server/page.ts'
import { inScope, type Scope } from '../../../../server/session.ts'
import { pathInScope } from '../../../unit/server/actions.ts'
import { RegisteredCertificate, type registerCalls } from '../contract.ts'

/** Certificates of learners in scope, the last first. */
export async function pageRegister(db: Db, scope: Scope, query: InputOf<typeof registerCalls.find>) {
  const { keyword, unitId, unitClassId } = query
  return page(db, RegisteredCertificate, query, {
    columns: db`
      c.id, c.number, c.kind, c.holder->>'className' as class_name, c.holder->>'level' as level,
      (c.holder->>'year')::int as year,
      (c.holder->>'hoursTenths')::int + coalesce((c.holder->>'heldTenths')::int, 0) as hours_tenths,
      c.account_id, c.holder->>'realName' as real_name, c.holder->>'cardMask' as card_mask,
      c.holder->>'unitName' as unit_name, c.status, c.revoke_reason, old.number as replaces,
      (select n.number from certificates n where n.reissue_of = c.id limit 1) as replaced_by, c.verify_code,
      c.print_count, c.issued_at`,
    from: db`certificates c join accounts a on a.id = c.account_id left join units u on u.id = a.unit_id
      left join certificates old on old.id = c.reissue_of`,
    where: [
      inScope(db, scope, { project: 'c.project_id', unitPath: 'u.path', account: 'a.id' }),
      keyword &&
        db`(number_key(c.number) = number_key(${normalizeCode(keyword)})
          or ${nameContains(db, db`c.holder->>'realName'`, keyword)})`,
      query.kind && db`c.kind = any(${query.kind})`,
      query.status && db`c.status = any(${query.status})`,
      query.year && db`(c.holder->>'year')::int = ${query.year}`,
      query.classType !== undefined &&
        db`exists (select from enrolments e join train_classes t on t.id = e.class_id
          where e.id = c.enrolment_id and t.class_type = ${query.classType})`,
      unitId && db`u.path ^@ coalesce(${pathInScope(db, scope, unitId)}, '?')`,
      unitClassId &&
        db`exists (select from unit_class_people p join unit_classes uc on uc.id = p.unit_class_id and uc.status = 'open'
          join units w on w.id = uc.unit_id join enrolments e on e.class_id = uc.class_id and e.account_id = p.account_id
          where p.unit_class_id = ${unitClassId} and e.id = c.enrolment_id
            and ${inScope(db, scope, { project: 'uc.project_id', unitPath: 'w.path' })})`,
      query.ids && db`c.id = any(${query.ids}::uuid[])`,
      query.except && db`c.id <> all(${query.except}::uuid[])`,
      query.issuedFrom && db`c.issued_at >= ${query.issuedFrom}`,
      query.issuedTo && db`c.issued_at < ${query.issuedTo}`,
    ],
    sorts: {
      number: db`c.number`,
      year: db`year`,
      hoursTenths: db`hours_tenths`,
      status: db`c.status`,
      printCount: db`c.print_count`,
      issuedAt: db`c.issued_at`,
    },
    orderBy: db`c.issued_at desc, c.id desc`,
  })
}

/** Numbers of certificates of the project, by id. */
export async function nameCertificates(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; number: string }[]>`
    select id, number from certificates where project_id = ${projectId} and id = any(${ids as string[]}::uuid[])`
  return new Map(rows.map(({ id, number }) => [id, number]))
}
