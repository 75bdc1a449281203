import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { send } from '../../../web/client.ts'
import type { SearchRow, SearchSource } from '../../../web/shell/searchSource.ts'
import { changeTheme, isDark } from '../../../web/theme.ts'
import { changeLocale, currentLocale } from '../../../web/words.ts'
import { classCalls } from '../../class/contract.ts'
import { rosterCalls } from '../../student/import/contract.ts'
import { newImport } from '../../import/web/currentImport.ts'
import { detailOf } from '../../unit/rules.ts'
import { type Found, searchCalls } from '../contract.ts'
import { useSearchWords } from './words.ts'

const learner = (accountId: string) => `/student-manage/student-detail?accountId=${accountId}`
const classPage = '/train-manage/train-class-detail'

type Say = ReturnType<typeof useSearchWords>

/** What was found as a row of the search: where it opens, what is copied, and what is most often done to it. */
function rowOf({ kind, id, title, line, number, accountId, verifyCode }: Found, say: Say): SearchRow {
  const copied = (label: string) => (number === null ? null : { label, text: number })
  switch (kind) {
    case 'person':
      return {
        ...{ group: say('person'), title, line, address: learner(id), copy: copied(say('copyAccount')) },
        main: { label: say('studyOf'), address: `${learner(id)}&tab=study` },
      }
    case 'order':
      return {
        ...{ group: say('order'), title, line, copy: copied(say('copyOrder')) },
        address: `/order-manage/list?keyword=${encodeURIComponent(title)}`,
        main: { label: say('learnerOf'), address: `${learner(accountId!)}&tab=orders` },
      }
    case 'certificate':
      return {
        ...{ group: say('certificates'), title, line, copy: copied(say('copyCertificate')) },
        address: `${learner(accountId!)}&tab=certificates`,
        main: { label: say('verification'), address: `/check/${verifyCode}` },
      }
    case 'class':
      return {
        ...{ group: say('class'), title, line, copy: copied(say('copyCode')) },
        address: `${classPage}?id=${id}`,
        main: { label: say('learnersOf'), address: `${classPage}?id=${id}&tab=learners` },
      }
    case 'unit':
      return {
        ...{ group: say('unit'), title, line, address: detailOf(id), copy: copied(say('copyCreditCode')) },
        main: { label: say('peopleOf'), address: `${detailOf(id)}&tab=people` },
      }
  }
}

/** The search of the back office for one account: what the server finds, and the commands it may give. */
export function useSearch({
  owner,
  account,
  onSignOut,
}: {
  owner: string
  account: { menus: ReadonlySet<string>; wholeProject: boolean }
  onSignOut: () => void
}): SearchSource {
  const say = useSearchWords()
  const navigate = useNavigate()
  const find = useCallback(
    async (keyword: string, signal: AbortSignal) =>
      (await send(searchCalls.find, { keyword }, { signal, quiet: true })).map((found) => rowOf(found, say)),
    [say],
  )
  const may = (allow: unknown) => [allow].flat().some((one) => account.menus.has(one as string))
  const commands = [
    account.wholeProject &&
      may(classCalls.createTrainClass.allow) && {
        label: say('newClass'),
        run: () => void navigate(classPage),
      },
    may(rosterCalls.importUnitStu.allow) && {
      label: say('importLearners'),
      run: () => void navigate(`/student-manage/student?import=${newImport}`),
    },
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
  return { owner, find, commands: commands.filter((command) => command !== false) }
}
