import { Suspense, useState } from 'react'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { Tabs } from '../../../web/kit/Tabs.tsx'
import { lazyPart } from '../../../web/lazyPart.tsx'
import { ShellButton } from '../../../web/shell/control/ShellButton.tsx'
import { badgeOf, useUnread } from '../../message/web/useUnread.ts'
import { countOf, useWork } from './useWork.ts'
import { WorkList } from './WorkList.tsx'
import { useWorkQueueWords } from './words.ts'

const MessageList = lazyPart(() =>
  import('../../message/web/MessageList.tsx').then((part) => ({ default: part.MessageList })),
)

/** The bell of the back office: what waits for the reader, and the reader's messages. */
export function Bell() {
  const say = useWorkQueueWords()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<'work' | 'messages' | null>(null)
  const unread = useUnread()
  const waiting = countOf(useWork())
  const tab = chosen ?? (waiting > 0 || unread === 0 ? 'work' : 'messages')
  const counted = (word: 'toDo' | 'messages', count: number) =>
    count > 0 ? say('counted', { name: say(word), count: badgeOf(count) }) : say(word)
  const all = waiting + unread
  const close = () => setOpen(false)
  return (
    <>
      <ShellButton
        icon="bell"
        name={all > 0 ? say('bellCounts', { waiting, unread }) : say('bell')}
        badge={all > 0 ? badgeOf(all) : 0}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <Sheet open={isOpen} onClose={close} title={say('bell')}>
        <Tabs
          label={say('bell')}
          tabs={[
            { key: 'work', label: counted('toDo', waiting) },
            { key: 'messages', label: counted('messages', unread) },
          ]}
          value={tab}
          onChange={setChosen}
        >
          {tab === 'work' ? (
            <WorkList onGo={close} />
          ) : (
            <Suspense>
              <MessageList inOffice onGo={close} />
            </Suspense>
          )}
        </Tabs>
      </Sheet>
    </>
  )
}
