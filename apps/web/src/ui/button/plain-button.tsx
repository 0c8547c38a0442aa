/** A button without a look of its own, for places that style it, such as an entry of the sidebar. */
export { Button as PlainButton } from 'react-aria-components/Button'
