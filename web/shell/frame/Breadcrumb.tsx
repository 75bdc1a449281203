import { Link } from 'react-router'
import { isLink, type Step } from './trail.ts'
import { useShellWords } from '../words.ts'

/** The way to the page, separated by `/`. */
export function Breadcrumb({ trail }: { trail: readonly Step[] }) {
  const say = useShellWords()
  return (
    <nav className="shell-trail" aria-label={say('trail')}>
      <ol>
        {trail.map((step, i) => (
          <li className="k-muted" key={`${step.path} ${step.title}`}>
            {i > 0 && <span aria-hidden="true">/</span>}
            {isLink(trail, i) ? (
              <Link to={step.path}>{step.title}</Link>
            ) : (
              <span aria-current={i === trail.length - 1 ? 'page' : undefined}>{step.title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
