import { type Static, Type } from 'typebox'
import type { InputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, rowOf } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import { inScope, type ProjectScope, type Scope } from '../../../server/session.ts'
import { Partner, type partnerCalls, PartnerKind } from '../contract.ts'

/** One page of a project's partners, newest first. */
export async function pagePartners(db: Db, scope: Scope, input: InputOf<typeof partnerCalls.query>) {
  return page(db, Partner, input, {
    columns: db`
      p.id, p.code, p.name, p.kind, p.may_register, p.status, p.key_since, p.created_at,
      (select count(*) from partner_accounts a where a.partner_id = p.id) as people`,
    from: db`partners p`,
    where: [
      inScope(db, scope, { project: 'p.project_id' }),
      input.keyword && nameContains(db, db`p.name || ' ' || p.code`, input.keyword),
    ],
    sorts: {
      name: db`p.name`,
      code: db`p.code`,
      people: db`people`,
      keySince: db`p.key_since`,
      status: db`p.status`,
    },
    orderBy: db`p.id desc`,
  })
}

/** A partner of the caller's scope, locked; refuses (404) any other. */
export async function lockPartner(db: Db, scope: ProjectScope, id: string): Promise<Partner> {
  const rows = await db`
    select p.id, p.code, p.name, p.kind, p.may_register, p.status, p.key_since, p.created_at, 0 as people
    from partners p where p.id = ${id} and ${inScope(db, scope, { project: 'p.project_id' })} for update`
  return rowOf(Partner, rows) ?? refuse(commonRefusals.notFound)
}

const KnownPartner = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  name: Type.String(),
  kind: PartnerKind,
  mayRegister: Type.Boolean(),
})

/** The partner of a code with its sealed key, or null when there is none that may hand anyone over. */
export async function findPartner(db: Db, code: string) {
  const rows = await db`
    select p.id, p.project_id, p.name, p.kind, p.may_register, p.key_sealed from partners p
    join projects j on j.id = p.project_id and j.status = 'active'
    where p.code = ${code} and p.status = 'active'`
  const partner = rowOf(KnownPartner, rows)
  return partner && { ...partner, keySealed: rows[0]!.keySealed as Buffer }
}

const LinkedAccount = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  roleId: Type.String(),
  roleSystem: Type.Integer(),
  unitId: Type.Union([Type.String(), Type.Null()]),
  isOpen: Type.Boolean(),
  /** A partner vouches for learners: anyone who holds or can reach any other role signs in by themselves. */
  isLearner: Type.Boolean(),
})
export type LinkedAccount = Static<typeof LinkedAccount>

/** An account as a partner may bring it in. */
export async function findAccount(db: Db, accountId: string): Promise<LinkedAccount | null> {
  const rows = await db`
    select a.id, a.project_id, a.role_id, r.role_system, a.unit_id, a.status = 'active' as is_open,
      r.role_system = 3 and not exists (
        select from account_roles g join roles o on o.id = g.role_id
        where g.account_id = a.id and o.role_system <> 3)
      and not exists (select from account_links k where k.account_id = a.id and k.proof <> '') as is_learner
    from accounts a join roles r on r.id = a.role_id where a.id = ${accountId}`
  return rowOf(LinkedAccount, rows)
}
