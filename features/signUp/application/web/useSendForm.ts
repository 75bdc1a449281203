import { useQueryClient } from '@tanstack/react-query'
import { CallRefused, send } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import type { SignUpForm } from '../../contract.ts'
import type { Filled } from '../../web/ApplicantForm.tsx'
import { refetchAll } from '../../../../web/refetchAll.ts'
import { applicationCalls } from '../contract.ts'
import { useApplicationWords } from './words.ts'

/** A form as it was filled in, with the version that it was. */
type Sent = Filled & { signUpId: string; formVersion: number }

/**
 * Returns how the form of a sign-up is sent and its files are uploaded. Where it has changed meanwhile it is not sent:
 * what was filled in stays, in the form as it is now. Gives false then.
 */
export function useSendForm<Made>({
  form: { id: signUpId, formVersion },
  refetch,
  sendTo,
  onSent,
}: {
  form: Pick<SignUpForm, 'id' | 'formVersion'>
  refetch: () => Promise<{ data?: SignUpForm | undefined }>
  sendTo: (sent: Sent) => Promise<Made>
  onSent: (made: Made) => void
}) {
  const say = useApplicationWords()
  const cache = useQueryClient()
  return {
    onUpload: (key: string, file: File) =>
      send(applicationCalls.uploadFile, { signUpId, key, file }, { quiet: true }),
    async onSend(filled: Filled): Promise<boolean> {
      try {
        onSent(await sendTo({ ...filled, signUpId, formVersion }))
        void refetchAll(cache)
        return true
      } catch (error) {
        if (!(error instanceof CallRefused) || error.respCode !== 409) throw error
        const { data } = await refetch()
        if (!data || data.formVersion === formVersion) throw error
        notify('prompt', say('formChanged'))
        return false
      }
    },
  }
}
