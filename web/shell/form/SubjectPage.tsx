import Card from 'antd/es/card'
import Tabs from 'antd/es/tabs'
import { type ReactNode, Suspense } from 'react'
import type { Call } from '../../../contract/call.ts'
import { countText } from '../../../contract/paging.ts'
import { useCall } from '../../client.ts'
import { Skeleton } from '../../kit/Loaded.tsx'
import { Button } from '../control/Button.tsx'
import { CopyText } from '../control/CopyText.tsx'
import { divided, MoreActions, type RowAction, useRowAction } from '../control/RowActions.tsx'
import { ShellIcon } from '../control/ShellIcon.tsx'
import { useSubject } from '../view/subject.ts'
import './SubjectPage.css'
import { useUrlState } from '../view/useUrlState.ts'
import { useView } from '../view/view.ts'
import { useShellWords } from '../words.ts'

/** A part of a subject, in a tab of its own. */
interface SubjectTab {
  key: string
  label: string
  /** Number beside the label: as given, or the rows of a list; zero is not shown. */
  count?: number | undefined | { call: Call; input: object }
  children: ReactNode
  /** True if what was typed into it stays while another tab is shown. */
  keeps?: boolean
}

/** Action on a subject; what the reader may not do is false. */
type SubjectAction = (RowAction & { primary?: boolean }) | false

/**
 * The page of one subject, the same for a learner, a class, a unit, an order: who or what it is with its state, the
 * numbers one is asked for, what may be done to it, and its parts in tabs that the address names.
 */
export function SubjectPage({
  name,
  copied,
  tags,
  line,
  facts = [],
  actions = [],
  notice,
  tabs,
}: {
  name: string
  /** Label of its name, where that is a number that is copied. */
  copied?: string
  /** Its state. */
  tags?: ReactNode
  /** Place it belongs to: what is above it. */
  line?: ReactNode
  /** Facts callers ask for first; empty ones are left out. */
  facts?: readonly { label: string; value: ReactNode }[]
  actions?: readonly SubjectAction[]
  /** Notice of what has to be known before anything is read. */
  notice?: ReactNode
  /** The first one is shown unless the address says otherwise. */
  tabs: readonly SubjectTab[]
}) {
  const say = useShellWords()
  const { subject } = useView()
  const [state, change] = useUrlState()
  useSubject(name)
  const first = tabs[0]!.key
  const current = tabs.some(({ key }) => key === state.tab) ? state.tab! : first
  // A list of one tab means nothing to another: only the subject stays in the address.
  const toTab = (key: string) => {
    const left = Object.keys(state).filter((each) => each !== subject)
    change(
      { ...Object.fromEntries(left.map((each) => [each, null])), tab: key === first ? null : key },
      'push',
    )
  }
  return (
    <>
      {notice}
      <Card size="small" className="subject-head">
        <div className="subject-title k-cluster">
          <h1>{copied ? <CopyText text={name} name={copied} /> : name}</h1>
          {tags && <span className="subject-tags k-cluster">{tags}</span>}
          <SubjectActions actions={actions} />
        </div>
        {line && <div className="subject-line">{line}</div>}
        <dl className="subject-facts k-cluster">
          {facts
            .filter(({ value }) => value !== null && value !== undefined && value !== '')
            .map(({ label, value }) => (
              <div className="k-row" key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </Card>
      <Tabs
        activeKey={current}
        aria-label={say('sections')}
        onChange={toTab}
        items={tabs.map(({ key, label, count, children, keeps = false }) => ({
          key,
          label:
            typeof count === 'object' ? (
              <Counted label={label} {...count} />
            ) : count ? (
              `${label} ${count}`
            ) : (
              label
            ),
          destroyOnHidden: !keeps,
          children: <Suspense fallback={<Skeleton lines={6} />}>{children}</Suspense>,
        }))}
      />
    </>
  )
}

/** The name of a tab with how many rows its list has, once that is known. */
function Counted({ label, call, input }: { label: string; call: Call; input: object }) {
  const { data } = useCall(call, { ...input, limit: 1 } as never)
  const total = (data as { total: number } | undefined)?.total ?? 0
  return total > 0 ? `${label} ${countText(total)}` : label
}

/** Number of a subject's actions that are shown without a menu. */
const mostShown = 3

/** The actions of a subject as buttons, the primary one first. */
function SubjectActions({ actions }: { actions: readonly SubjectAction[] }) {
  const say = useShellWords()
  const run = useRowAction()
  const isPrimary = (action: SubjectAction) => Number(action !== false && (action.primary ?? false))
  const { shown, rest } = divided(
    [...actions].sort((a, b) => isPrimary(b) - isPrimary(a)),
    mostShown,
  )
  return (
    <span className="subject-actions k-cluster">
      {shown.map((action) => (
        <Button
          key={action.key}
          type={action.primary ? 'primary' : 'default'}
          danger={action.danger ?? false}
          loading={action.loading ?? false}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
      <MoreActions rest={rest}>
        <Button
          aria-label={say('more')}
          loading={rest.some(({ loading }) => loading)}
          icon={<ShellIcon name="dots" />}
        />
      </MoreActions>
    </span>
  )
}
