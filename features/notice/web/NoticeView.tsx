import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { readViewAs } from '../../../web/token.ts'
import { detailPath } from '../../class/rules.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { noticeCalls } from '../contract.ts'
import './Notice.css'
import { useNoticeReaderWords } from './readerWords.ts'

/** One notice or announcement as it is read; a signed-in reader has read it from then on. */
export function NoticeView({ id }: { id: string }) {
  const say = useNoticeReaderWords()
  const unitId = visitedUnit()
  const query = useCall(noticeCalls.getShown, { id, ...(unitId ? { unitId } : {}) })
  const { mutate: markRead } = useAction(noticeCalls.read, { quiet: true })
  const isUnread = query.data?.isUnread ?? false
  const read = useEffectEvent(() => {
    if (isUnread && readViewAs() === null) markRead({ id })
  })
  useEffect(() => {
    read()
  }, [id, isUnread])
  if (query.error?.respCode === 404)
    return (
      <Empty
        title={say('gone')}
        hint={say('goneHint')}
        action={<ButtonLink to="/trainIndex">{say('toNotices')}</ButtonLink>}
      />
    )
  return (
    <Loaded query={query}>
      {({ title, content, publishedAt, classId, className }) => (
        <article className="k-card roomy k-stack k-gap-4" aria-label={title}>
          <header className="k-stack k-gap-2">
            <h1 className="k-break">{title}</h1>
            <p className="k-muted k-small">
              {say('publishedOn', { date: dateTime(publishedAt) })}
              {classId && className && (
                <>
                  {' · '}
                  <Link to={detailPath(classId)}>{say('ofClass', { name: className })}</Link>
                </>
              )}
            </p>
          </header>
          {/* Cleaned on the server when it was written. */}
          <div className="notice-text k-stack k-break" dangerouslySetInnerHTML={{ __html: content }} />
        </article>
      )}
    </Loaded>
  )
}
