import { changeStatus, saveAnnouncement, saveNotice } from '../../features/notice/server/actions.ts'
import { findText } from '../../features/project/text/server/data.ts'
import { saveText } from '../../features/project/text/server/actions.ts'
import type { Tx } from '../../server/db.ts'
import { portalOn } from './content/portal.ts'
import type { SeededLibrary } from './library.ts'
import type { SeededPortal } from './portal.ts'
import { staffOf } from './staff.ts'

/** Notices of the portal, one of them over and one a draft, an announcement of a class, and the popup. */
export async function seedNotices(tx: Tx, portal: SeededPortal, library: SeededLibrary): Promise<void> {
  const admin = await staffOf(tx, portal, 'admin')
  const { notices, announcement, popup } = portalOn(portal.today)
  const yesterday = new Date(Date.parse(portal.now) - 86_400_000).toISOString()
  const forAll = { startsAt: null, endsAt: null, personnelCategories: [], regions: [], unitIds: [] }
  for (const { state, title, content } of notices) {
    const fields = { ...forAll, title, content, pinned: state === 'pinned' }
    const { id, revision } = await saveNotice(tx, admin, fields)
    if (state !== 'draft') await changeStatus(tx, admin, 'project', { id, event: 'publish' })
    if (state === 'ended') await saveNotice(tx, admin, { ...fields, id, revision, endsAt: yesterday })
  }
  const { class: key, ...words } = announcement
  const { id } = await saveAnnouncement(tx, admin, { ...words, classId: library.classIds.get(key)! })
  await changeStatus(tx, admin, 'class', { id, event: 'publish' })
  const { version } = await findText(tx, portal.projectId, 'popup')
  await saveText(tx, admin, { ...popup, kind: 'popup', active: true, version })
}
