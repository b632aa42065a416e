import PicktureApp

Program.main()
