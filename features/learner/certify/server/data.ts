import type { Db } from '../../../../server/db.ts'
import type { ProjectSession } from '../../../../server/session.ts'

/** Names of learners of the project, by the ids of their accounts. */
export async function listNames(
  db: Db,
  { projectId }: Pick<ProjectSession, 'projectId'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    select a.id, coalesce(s.real_name, a.user_name) as name
    from accounts a left join students s on s.account_id = a.id
    where a.project_id = ${projectId} and a.id = any(${ids as string[]}::uuid[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}
