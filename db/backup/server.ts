import { join } from 'node:path'
import { connect } from '../../server/db.ts'
import { OperatorError } from '../../server/environment.ts'
import { copyPart, type Part, treeOf, writePart } from './parts.ts'

/** Files a base backup leaves out: PostgreSQL makes them again, or they are of the running server only. */
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map|pg_internal\.init|current_logfiles.*)$|\/pg_internal\.init$|(^|\/)pgsql_tmp|^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//

interface Copied {
  parts: Record<string, Part>
  folders: string[]
}

/**
 * Copies the folder of a running server by PostgreSQL's low-level interface: between the start and the stop of a backup
 * its files may be copied while they change, since the log of writes from that start on goes with them and mends
 * them. `beforeEnd` runs at last before the stop; what was committed before the stop is in the copy.
 */
export async function copyServer(
  url: string,
  from: string,
  to: string,
  beforeEnd: () => Promise<void>,
): Promise<Copied> {
  // One session for as long as it takes: the backup, and what keeps its log from being recycled, end with it.
  const db = connect(url, { max: 1, name: 'jixu backup', seconds: 0, lifetime: null })
  try {
    const parts: Record<string, Part> = {}
    const take = async (path: string) => {
      const part = await copyPart(join(from, path), join(to, path))
      if (part) parts[path] = part
    }
    await db`select pg_create_physical_replication_slot(${`jixu_backup_${process.pid}`}, true, true)`
    const [start] = await db`select pg_walfile_name(pg_backup_start('jixu', true)) as first`
    const { files, folders } = await treeOf(from, (path) => leftOut.test(path))
    if (files.some((path) => path.startsWith('pg_tblspc/')))
      throw new OperatorError(
        'The database has tablespaces of its own; back it up by the tools of PostgreSQL.',
      )
    const control = 'global/pg_control'
    for (const path of files) if (path !== control) await take(path)
    await take(control)
    await beforeEnd()
    const [end] = await db`select pg_walfile_name(lsn) as last, labelfile from pg_backup_stop(false)`
    parts.backup_label = await writePart(join(to, 'backup_label'), end!.labelfile as string)
    const segments = (await treeOf(join(from, 'pg_wal'))).files.filter(
      (name) =>
        /^[0-9A-F]{24}$/.test(name) && name >= (start!.first as string) && name <= (end!.last as string),
    )
    for (const name of segments) await take(`pg_wal/${name}`)
    if (!parts[`pg_wal/${end!.last as string}`])
      throw new OperatorError(
        'The log of the last writes was gone before it was copied; take the backup again.',
      )
    return { parts, folders: folders.filter((path) => !leftOut.test(path)) }
  } finally {
    await db.end({ timeout: 5 })
  }
}
