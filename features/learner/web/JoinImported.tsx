import { useCall } from '../../../web/client.ts'
import { ChosenNames } from '../../../web/shell/control/chosen.tsx'
import { studentManageCalls } from '../../student/manage/contract.ts'
import { JoinClassButton } from './JoinClassButton.tsx'
import { useJoinWords } from './joinWords.ts'

/** Puts the learners of an import into a class; the question says how many they are. */
export function JoinImported({ importId }: { importId: string }) {
  const say = useJoinWords()
  const { data } = useCall(studentManageCalls.findPageList, { importId, page: 1, limit: 1 })
  return (
    <ChosenNames count={String(data?.total ?? '')} filters={say('imported')}>
      <JoinClassButton selection={{ filter: { importId } }} primary />
    </ChosenNames>
  )
}
