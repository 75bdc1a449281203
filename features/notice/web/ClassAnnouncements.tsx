import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { type Announcement, noticeCalls } from '../contract.ts'
import './Notice.css'
import { NoticeStatusTag } from './NoticeTags.tsx'
import { useNoticeActions } from './useNoticeActions.ts'
import { useNoticeWords } from './words.ts'

const AnnouncementDrawer = dialogPart(() => import('./AnnouncementDrawer.tsx'))

/** The announcements of a class in its office, newest first. */
export function ClassAnnouncements({ classId }: { classId: string }) {
  const say = useNoticeWords()
  const actionsOf = useNoticeActions('class')
  const query = useCall(noticeCalls.queryClass, { classId }, { staleTime: 0 })
  const [edited, setEdited] = useState<Announcement | 'new' | null>(null)
  const create = (
    <Button type="primary" onClick={() => setEdited('new')}>
      {say('createAnnouncement')}
    </Button>
  )
  return (
    <>
      <Loaded query={query}>
        {(announcements) =>
          announcements.length === 0 ? (
            <Empty title={say('noAnnouncements')} hint={say('noAnnouncementsHint')} action={create} />
          ) : (
            <div className="k-stack k-gap-4">
              <div>{create}</div>
              <ul className="k-list k-stack k-gap-3">
                {announcements.map((one) => {
                  const actions = actionsOf(one, () => setEdited(one))
                  return (
                    <li key={one.id} className="shell-card k-stack k-gap-2">
                      <div className="k-cluster k-split">
                        <h3 className="k-break">{one.title}</h3>
                        <NoticeStatusTag status={one.status} />
                      </div>
                      {/* Cleaned on the server when it was written. */}
                      <div
                        className="notice-text k-break"
                        dangerouslySetInnerHTML={{ __html: one.content }}
                      />
                      <div className="k-cluster k-split">
                        <span className="k-muted k-small">
                          <When at={one.publishedAt ?? one.createdAt} />
                          {one.status === 'published' && ` · ${say('readersOf', { count: one.readers })}`}
                        </span>
                        <RowActions
                          actions={
                            one.status === 'published' ? actions.filter(({ key }) => key !== 'edit') : actions
                          }
                        />
                      </div>
                    </li>
                  )
                })}
              </ul>
            </div>
          )
        }
      </Loaded>
      {edited && (
        <AnnouncementDrawer
          classId={classId}
          announcement={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
