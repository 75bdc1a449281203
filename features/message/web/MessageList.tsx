import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { relativeTime } from '../../../web/howLong.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { useBilingual } from '../../../web/words.ts'
import { type Message, messageCalls } from '../contract.ts'
import './Message.css'
import { useUnread } from './useUnread.ts'
import { useMessageWords } from './words.ts'

/** One's own messages, newest first, read on page by page; opening one marks it as read. */
export function MessageList({ inOffice = false, onGo }: { inOffice?: boolean; onGo?: () => void }) {
  const say = useMessageWords()
  const [shown, setShown] = useState<'all' | 'unread'>('all')
  const unread = useUnread()
  const newest = useCall(messageCalls.findMine, { limit: 1 })
  const readAll = useAction(messageCalls.read)
  const upTo = newest.data?.list[0]?.id
  return (
    <>
      <div className="message-head k-cluster k-gap-3 k-split">
        <Chips
          label={say('messages')}
          value={shown}
          options={[
            { value: 'all', label: say('all') },
            { value: 'unread', label: unread > 0 ? `${say('unread')} ${unread}` : say('unread') },
          ]}
          onChange={setShown}
        />
        <Button
          kind="quiet"
          disabled={unread === 0 || !upTo}
          busy={readAll.isPending}
          onClick={() => upTo && readAll.mutate({ upTo })}
        >
          {say('readAll')}
        </Button>
      </div>
      <Messages
        key={shown}
        isUnread={shown === 'unread'}
        hint={say(inOffice ? 'noneHintOffice' : 'noneHint')}
        onGo={onGo}
      />
    </>
  )
}

/** The messages after one, and on request those after the last of them. */
function Messages({
  isUnread,
  hint,
  after,
  onGo,
}: {
  isUnread: boolean
  /** Text where there are none. */
  hint: string
  after?: string
  onGo?: (() => void) | undefined
}) {
  const say = useMessageWords()
  const [isOpen, setOpen] = useState(false)
  const query = useCall(
    messageCalls.findMine,
    { ...(isUnread ? { isUnread } : {}), ...(after ? { after } : {}) },
    { keep: true },
  )
  return (
    <Loaded
      query={query}
      isEmpty={({ list }) => list.length === 0}
      empty={after ? <span /> : <Empty title={say(isUnread ? 'noneUnread' : 'none')} hint={hint} />}
    >
      {({ list, more }) => (
        <>
          <ul className="message-list k-list">
            {list.map((message, i) => (
              <MessageLine
                key={message.id}
                message={message}
                focused={after !== undefined && i === 0}
                leaves={isUnread}
                onGo={onGo}
              />
            ))}
          </ul>
          {more &&
            (isOpen ? (
              <Messages isUnread={isUnread} hint={hint} after={list.at(-1)!.id} onGo={onGo} />
            ) : (
              <div className="message-more">
                <Button onClick={() => setOpen(true)}>{say('older')}</Button>
              </div>
            ))}
        </>
      )}
    </Loaded>
  )
}

/** A message. Where its button goes away under the focus, its heading or that of the one beside it takes the focus. */
function MessageLine({
  message,
  focused,
  leaves,
  onGo,
}: {
  message: Message
  /** The first of those that were asked for by a button that is gone. */
  focused: boolean
  /** Once read it is in this list no more. */
  leaves: boolean
  onGo?: (() => void) | undefined
}) {
  const say = useMessageWords()
  const pick = useBilingual()
  const line = useRef<HTMLLIElement>(null)
  const isMarked = useRef(false)
  const read = useAction(messageCalls.read, {
    onDone: () => {
      if (!isMarked.current) return
      const item = line.current!
      const next = leaves ? (item.nextElementSibling ?? item.previousElementSibling) : item
      next?.querySelector('h3')?.focus()
    },
  })
  useEffect(() => {
    if (focused) line.current!.querySelector('h3')!.focus()
  }, [focused])
  const { id, title, text, way, readAt, createdAt } = message
  const name = pick(title.zh, title.en)
  return (
    <li className="k-stack k-gap-1" ref={line}>
      <h3 className="k-row" tabIndex={-1}>
        {name}
        {!readAt && <span className="k-tag warn">{say('unread')}</span>}
      </h3>
      <time className="k-small k-muted" dateTime={createdAt} title={dateTime(createdAt)}>
        {relativeTime(createdAt)}
      </time>
      <p className="k-break">{pick(text.zh, text.en)}</p>
      <div className="message-ways k-cluster k-gap-3">
        {way && (
          <Link
            className="k-button"
            to={way}
            aria-label={say('openOf', { name })}
            onClick={() => {
              if (!readAt) read.mutate({ id })
              onGo?.()
            }}
          >
            {say('open')}
          </Link>
        )}
        {!readAt && (
          <Button
            kind="quiet"
            busy={read.isPending}
            aria-label={say('markReadOf', { name })}
            onClick={() => {
              isMarked.current = true
              read.mutate({ id })
            }}
          >
            {say('markRead')}
          </Button>
        )}
      </div>
    </li>
  )
}
