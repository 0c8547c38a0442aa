/** A switch with the shape of a button, whose look its place decides; it says whether it is pressed. */
export { ToggleButton as PlainToggle } from 'react-aria-components/ToggleButton'
