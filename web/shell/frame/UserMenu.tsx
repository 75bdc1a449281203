import { ShellIcon } from '../control/ShellIcon.tsx'
import { ShellMenu } from '../control/ShellMenu.tsx'
import { useShellWords } from '../words.ts'

/** Something the signed-in person can do, below their name. */
export interface PersonalEntry {
  key: string
  label: string
  onClick: () => void
}

/** Avatar and name of the signed-in user, with their menu; logging out is last. */
export function UserMenu({
  name,
  avatar,
  entries,
  onSignOut,
}: {
  name: string
  avatar: string | null
  entries: readonly PersonalEntry[]
  onSignOut: () => void
}) {
  const say = useShellWords()
  return (
    <ShellMenu
      items={[
        ...entries,
        { key: 'end', divider: true },
        { key: 'out', label: say('signOut'), onClick: onSignOut },
      ]}
    >
      <button type="button" className="shell-button shell-user">
        {avatar ? <img className="shell-avatar" src={avatar} alt="" /> : <ShellIcon name="person" />}
        <span className="shell-user-name">{name}</span>
        <ShellIcon name="down" />
      </button>
    </ShellMenu>
  )
}
