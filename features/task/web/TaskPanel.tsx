import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { relativeTime } from '../../../web/howLong.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Empty, Failure, Skeleton } from '../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useSeen } from '../../workQueue/web/useWork.ts'
import { taskCalls } from '../contract.ts'
import type { Task, TaskList } from './task.ts'
import { useTaskWords } from './words.ts'

const tones = {
  running: '',
  waiting: 'warn',
  done: 'good',
  partly: 'warn',
  failed: 'bad',
  cancelled: 'plain',
} as const

/** Panel of one's own long work: how far each is, what came of it, and the way on. */
export function TaskPanel({
  open,
  lists,
  tasks,
  announcement,
  onClose,
}: {
  open: boolean
  lists: readonly TaskList[]
  /** Tasks of all lists, the newest first. */
  tasks: readonly Task[]
  /** Text about tasks that have just ended, for readers who do not see them. */
  announcement: string
  onClose: () => void
}) {
  const say = useTaskWords()
  const maySee = useMay(taskCalls.findStuckLanes)
  const stuck = useCall(
    taskCalls.findStuckLanes,
    {},
    { enabled: open && maySee, refetchInterval: () => 60_000 },
  )
  useSeen(
    lists.flatMap(({ news = [] }) => news),
    open,
  )
  const failed = lists.find(({ error }) => error !== null)
  const isPending = lists.some((list) => list.tasks === undefined && list.error === null)
  return (
    <Sheet open={open} onClose={onClose} title={say('title')}>
      <p className="k-hidden" role="status">
        {announcement}
      </p>
      {(stuck.data ?? []).map(({ lane, waitingSeconds }) => (
        <p key={lane} className="task-stale k-alert" role="alert">
          {say('stuck', { lane: say(lane), minutes: Math.floor(waitingSeconds / 60) })}
        </p>
      ))}
      {failed && tasks.length > 0 && (
        <p className="task-stale k-alert" role="alert">
          {say('stale', { reason: failed.error!.message })}{' '}
          <Button kind="quiet" onClick={failed.retry}>
            {say('retry')}
          </Button>
        </p>
      )}
      {tasks.some(({ state }) => state === 'running') && (
        <p className="task-safe k-muted k-small">{say('safe')}</p>
      )}
      {tasks.length > 0 ? (
        <ol className="task-list k-list">
          {tasks.map((task) => (
            <TaskLine key={task.id} task={task} onGo={onClose} />
          ))}
        </ol>
      ) : failed ? (
        <Failure error={failed.error!} onRetry={failed.retry} />
      ) : isPending ? (
        <Skeleton />
      ) : (
        <Empty title={say('empty')} hint={say('emptyHint')} />
      )}
    </Sheet>
  )
}

function TaskLine({ task, onGo }: { task: Task; onGo: () => void }) {
  const say = useTaskWords()
  const { kind, name, at, state, text, share, way, cancel, file } = task
  return (
    <li>
      <div className="task-head">
        <b>{name}</b>
        <span className={`k-tag ${tones[state]}`}>{say(state)}</span>
      </div>
      <span className="k-small k-muted">
        {kind} · <time title={dateTime(at)}>{relativeTime(at)}</time>
      </span>
      {state === 'running' && <Bar name={name} share={share} text={text} />}
      <p className="task-text">{text}</p>
      <div className="k-cluster">
        {way && (
          <Link
            className={state === 'waiting' ? 'k-button main' : 'k-button'}
            aria-label={say('goOnOf', { label: way.label, kind, name })}
            to={way.to}
            onClick={onGo}
          >
            {way.label}
          </Link>
        )}
        {file && <Button onClick={file.save}>{file.label}</Button>}
        {cancel && (
          <Button kind="quiet" aria-label={say('cancelOf', { kind, name })} onClick={cancel}>
            {say('cancel')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Bar of progress; without an end where nobody knows. */
function Bar({ name, share, text }: { name: string; share: number | null; text: string }) {
  const percent = share === null ? undefined : Math.floor(share * 100)
  return (
    <div
      className={percent === undefined ? 'k-bar task-bar moving' : 'k-bar task-bar'}
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
    >
      <i style={percent === undefined ? undefined : { width: `${percent}%` }} />
    </div>
  )
}
