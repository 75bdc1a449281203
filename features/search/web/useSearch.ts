import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { send } from '../../../web/client.ts'
import type { SearchRow, SearchSource } from '../../../web/shell/frame/searchSource.ts'
import { changeTheme, isDark } from '../../../web/theme.ts'
import type { PageAction, PagePart } from '../../../web/page.ts'
import { changeLocale, currentLocale, useBilingual } from '../../../web/words.ts'
import { detailOf } from '../../unit/rules.ts'
import { type Found, searchCalls } from '../contract.ts'
import { useSearchWords } from './words.ts'

const learner = (accountId: string) => `/student-manage/student-detail?accountId=${accountId}`
const classPage = '/train-manage/train-class-detail'

type Say = ReturnType<typeof useSearchWords>

/**
 * Row of the search for something found: where it opens, what is copied, and what is most often done to it.
 * The page of a learner is only for those who may open the list of them.
 */
function rowOf(
  { kind, id, title, line, number, accountId, verifyCode }: Found,
  say: Say,
  mayLearners: boolean,
): SearchRow {
  const copied = (label: string) => (number === null ? null : { label, text: number })
  switch (kind) {
    case 'person':
      return {
        group: say('person'),
        title,
        line,
        address: learner(id),
        copy: copied(say('copyAccount')),
        main: { label: say('studyOf'), address: `${learner(id)}&tab=study` },
      }
    case 'order':
      return {
        group: say('order'),
        title,
        line,
        copy: copied(say('copyOrder')),
        address: `/order-manage/detail?id=${id}`,
        main: mayLearners ? { label: say('learnerOf'), address: `${learner(accountId!)}&tab=orders` } : null,
      }
    case 'certificate':
      return {
        group: say('certificates'),
        title,
        line,
        copy: copied(say('copyCertificate')),
        address: mayLearners ? `${learner(accountId!)}&tab=certificates` : `/check/${verifyCode}`,
        main: mayLearners ? { label: say('verification'), address: `/check/${verifyCode}` } : null,
      }
    case 'class':
      return {
        group: say('classes'),
        title,
        line,
        copy: copied(say('copyCode')),
        address: `${classPage}?id=${id}`,
        main: { label: say('learnersOf'), address: `${classPage}?id=${id}&tab=learners` },
      }
    case 'unit':
      return {
        group: say('units'),
        title,
        line,
        address: detailOf(id),
        copy: copied(say('copyCreditCode')),
        main: { label: say('peopleOf'), address: `${detailOf(id)}&tab=people` },
      }
  }
}

/** The search of the back office for one account: what the server finds, what it may do, and parts of its pages. */
export function useSearch({
  owner,
  mayLearners,
  actions,
  loadParts,
  onSignOut,
}: {
  owner: string
  /** The reader may open the list of learners, and so the page of one. */
  mayLearners: boolean
  actions: readonly PageAction[]
  loadParts: () => Promise<readonly PagePart[]>
  onSignOut: () => void
}): SearchSource {
  const say = useSearchWords()
  const pick = useBilingual()
  const navigate = useNavigate()
  const find = useCallback(
    async (keyword: string, signal: AbortSignal) =>
      (await send(searchCalls.find, { keyword }, { signal, quiet: true })).map((found) =>
        rowOf(found, say, mayLearners),
      ),
    [say, mayLearners],
  )
  const commands = [
    ...actions.map(({ title, address }) => ({
      label: pick(...title),
      run: () => void navigate(address),
    })),
    {
      label: say('otherLanguage'),
      run: () => changeLocale(currentLocale() === 'en' ? 'zh-CN' : 'en'),
    },
    {
      label: say(isDark() ? 'lightTheme' : 'darkTheme'),
      run: () => changeTheme(isDark() ? 'light' : 'dark'),
    },
    { label: say('signOut'), run: onSignOut },
  ]
  return {
    owner,
    find,
    commands,
    loadParts: async () =>
      (await loadParts()).map(({ of, title, address }) => ({
        group: pick(...of),
        title: pick(...title),
        address,
      })),
  }
}
