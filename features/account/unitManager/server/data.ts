import { Type } from 'typebox'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, rowsOf } from '../../../../server/db.ts'
import { inScope, type Session } from '../../../../server/session.ts'
import { isWithin, type Held } from '../../manage/server/data.ts'
import { UnitManager } from '../contract.ts'

const Row = Type.Object({
  ...Type.Omit(UnitManager, ['manageable']).properties,
  held: Type.Array(Type.Unknown()),
})

/** Managers of a unit in scope, one row per role, the longest-serving first. Refuses 404. */
export async function listUnitManagers(db: Db, session: Session, unitId: string): Promise<UnitManager[]> {
  const [unit] = await db`
    select u.id from units u where u.id = ${unitId} and unit_exists(u.status)
      and ${inScope(db, session.scope, { project: 'u.project_id', unitPath: 'u.path' })}`
  if (!unit) refuse(commonRefusals.notFound)
  const rows = await db`
    with every as (
      select a.id as account_id, a.role_id, a.unit_id from accounts a
      union all
      select account_id, role_id, unit_id from account_roles),
    of_unit as (
      select a.id as account_id, a.role_id from accounts a where a.unit_id = ${unitId}
      union
      select account_id, role_id from account_roles where unit_id = ${unitId})
    select a.id as account_id, a.login_name, a.user_name, a.mobile_mask, a.status, r.id as role_id, r.role_name,
      a.must_change_password, a.last_login_at,
      not exists (select from account_roles h where h.account_id = a.id) as only,
      (select json_agg(json_build_object('roleSystem', x.role_system, 'dataScope', x.data_scope, 'menus', x.menus,
          'unitPath', xu.path))
        from every e join roles x on x.id = e.role_id left join units xu on xu.id = e.unit_id
        where e.account_id = a.id) as held
    from of_unit o join accounts a on a.id = o.account_id join roles r on r.id = o.role_id
    where a.status <> 'deleted' and r.role_system < 3
    order by a.created_at, a.id, r.role_name limit 200`
  return rowsOf(Row, rows).map(({ held, ...row }) => ({
    ...row,
    manageable: row.accountId !== session.accountId && isWithin(session, held as Held[]),
  }))
}
