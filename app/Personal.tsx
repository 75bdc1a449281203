import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLeave } from '../web/shell/view/leave.ts'
import type { Tab } from '../web/shell/view/tabs.ts'
import { useSignOut } from './LearnerFrame.tsx'
import { useErrorWords } from './errorWords.ts'
import { lazyPart } from '../web/lazyPart.tsx'

const AvatarDialog = lazyPart(() => import('../features/account/avatar/web/AvatarDialog.tsx'))

/** The signed-in person's menu in the back office; leaving asks before something unsaved is lost. */
export function usePersonal(tabs: readonly Tab[]) {
  const say = useErrorWords()
  const navigate = useNavigate()
  const leave = useLeave()
  const signOut = useSignOut()
  const [isAvatar, setAvatar] = useState(false)
  const goTo = (path: string) => async () => {
    if (await leave(tabs)) void navigate(path)
  }
  const pages = [
    { key: 'account', path: '/account', label: say('ownAccount') },
    { key: 'switch', path: '/switch-login', label: say('switchRole') },
  ]
  return {
    isAvatar,
    closeAvatar: () => setAvatar(false),
    entries: [
      { key: 'avatar', label: say('avatar'), onClick: () => setAvatar(true) },
      ...pages.map(({ key, path, label }) => ({ key, label, onClick: () => void goTo(path)() })),
      { key: 'portal', label: say('learnerSide'), onClick: () => void goTo('/')() },
    ],
    async signOut() {
      if (await leave(tabs)) await signOut()
    },
  }
}

/** The dialogs of what is one's own. */
export function Personal({ state }: { state: ReturnType<typeof usePersonal> }) {
  if (!state.isAvatar) return null
  return (
    <Suspense>
      <AvatarDialog onClose={state.closeAvatar} />
    </Suspense>
  )
}
