// What front-ends may use of the router. It is provided to all of them as `react-router-dom`: sharing the
// package whole would cost twice as much.
export {
  BrowserRouter,
  Link,
  NavLink,
  Navigate,
  Route,
  Router,
  Routes,
  createPath,
  parsePath,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router';
