export default function Screen() {
  return <h1 className="container-page py-20 text-heading">category</h1>;
}
