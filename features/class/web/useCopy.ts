import { useRef } from 'react'
import { freshId } from '../../../web/freshId.ts'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { classCalls } from '../contract.ts'
import { useClassWords } from './words.ts'

/** Copies a class and opens the copy. Pressed again before it is answered, or after a lost answer, it is the same copy. */
export function useCopy() {
  const say = useClassWords()
  const navigate = useViewNavigate()
  const keys = useRef(new Map<string, string>())
  const copy = useAction(classCalls.copyTrainClass, {
    onDone({ id, withExam }, copied) {
      keys.current.delete(copied.id)
      notify('success', say(withExam ? 'copiedWithExam' : 'copied'))
      navigate(`/train-manage/train-class-detail?id=${id}&tab=write`)
    },
  })
  return {
    isPending: copy.isPending,
    copy(id: string) {
      const requestKey = keys.current.get(id) ?? freshId()
      keys.current.set(id, requestKey)
      copy.mutate({ id, requestKey })
    },
  }
}
