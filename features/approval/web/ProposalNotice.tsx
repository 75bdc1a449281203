import { useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { confirm } from '../../../web/shell/view/confirm.ts'
import { Note } from '../../../web/shell/control/Note.tsx'
import { type Approval, approvalCalls } from '../contract.ts'
import { inLocale } from './inLocale.ts'
import { useApprovalWords } from './words.ts'

/** Gives the way to withdraw one's own proposal, which asks first. */
export function useWithdraw(): (id: string) => Promise<void> {
  const say = useApprovalWords()
  const withdraw = useAction(approvalCalls.withdraw, {
    onDone: () => notify('success', say('done', { what: say('withdraw') })),
  })
  return async (id) => {
    const question = { title: say('withdrawConfirm'), text: say('withdrawText') }
    if (await confirm({ ...question, yes: say('withdraw'), no: say('cancel') })) withdraw.mutate({ id })
  }
}

/** Returns the type and state of the newest proposal while it is pending or rejected; null otherwise. */
export function useProposalText(): (
  newest: Pick<Approval, 'kind' | 'status' | 'decision'> | null | undefined,
) => string | null {
  const say = useApprovalWords()
  return (newest) => {
    const what = say(newest?.kind as 'waiver')
    if (newest?.status === 'proposed') return say('pendingOf', { what })
    if (newest?.status === 'rejected') return say('rejectedOf', { what, why: newest.decision ?? '' })
    return null
  }
}

/**
 * Says of a class, exam or order, or of what a kind is about, that one's own proposal about it waits, with the way back, or
 * why it was rejected.
 */
export function ProposalNotice({ about }: { about: { subjectId: string } | { kind: string } }) {
  const say = useApprovalWords()
  const textOf = useProposalText()
  const withdraw = useWithdraw()
  const newest = useCall(approvalCalls.findPageList, { ...about, limit: 1 }).data?.list[0]
  const text = textOf(newest)
  if (!newest || !text) return null
  return (
    <Note
      type={newest.status === 'rejected' ? 'error' : 'info'}
      title={text}
      description={say('proposalOf', {
        what: inLocale(newest.summary),
        name: newest.proposed.name,
        time: dateTime(newest.proposed.at),
      })}
      action={
        newest.steps.includes('withdraw') && (
          <Button size="small" onClick={() => void withdraw(newest.id)}>
            {say('withdrawProposal')}
          </Button>
        )
      }
    />
  )
}
